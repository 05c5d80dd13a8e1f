/** How a receiver answers one request. */
export type Step =
  | { kind: 'status'; status: number; retryAfter?: string }
  | { kind: 'slow'; ms: number }
  | { kind: 'hang' }
  | { kind: 'reset' }
  | { kind: 'redirect'; to: string }
  | { kind: 'huge' }

/** `500x3,200` fails three times; the last step repeats for ever. */
export function readScript(text: string): Step[] {
  return text.split(',').flatMap((part) => {
    const [, word = '', times = '1'] = /^(.*?)(?:x(\d+))?$/.exec(part.trim()) ?? []
    const step = readStep(word)
    if (!step || Number(times) < 1) {
      throw new Error(
        `"${part.trim()}" is no step: use a status (200, 503:30 with Retry-After), slow:MS, hang, reset, redirect:URL or huge, each with xN to repeat it`,
      )
    }
    return Array.from({ length: Number(times) }, () => step)
  })
}

function readStep(word: string): Step | undefined {
  const [name = '', ...rest] = word.split(':')
  const value = rest.join(':')
  if (/^[2-5]\d\d$/.test(name)) return { kind: 'status', status: Number(name), ...(value && { retryAfter: value }) }
  if (name === 'slow' && /^\d+$/.test(value)) return { kind: 'slow', ms: Number(value) }
  if (name === 'redirect' && URL.canParse(value)) return { kind: 'redirect', to: value }
  if (value === '' && (name === 'hang' || name === 'reset' || name === 'huge')) return { kind: name }
  return undefined
}
