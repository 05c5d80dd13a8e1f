import { checkAnswer } from './check-answer.ts'

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> }

export type AskOptions = {
  /** Sent in the x-api-key header. */
  key?: string
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
}

/** `ask('POST /contacts', { key, body })` */
export type Ask = (what: string, options?: AskOptions) => Promise<Answer>

export const createAsk =
  (origin: () => string): Ask =>
  async (what, { key, body, headers = {} } = {}) => {
    const [method = '', path = ''] = what.split(' ')
    const response = await fetch(`${origin()}/v1${path}`, {
      method,
      redirect: 'error',
      headers: {
        ...(key !== undefined && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
    await checkAnswer(origin(), method, path, answer)
    return answer
  }
