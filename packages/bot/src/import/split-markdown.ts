const maxPassageChars = 700

/**
 * A heading that ends in a question mark is a question, and what stands below it the answer. All other text is split
 * into passages at paragraphs, each with the headings that it stands under, so that it can be found and read alone.
 */
export function splitMarkdown(text: string): { question: string | null; answer: string }[] {
  const entries: { question: string | null; answer: string }[] = []
  let headings: string[] = []
  for (const section of text.split(/^(?=#{1,6}\s)/m)) {
    const [, marks = '', title = ''] = /^(#{1,6})\s+(.*?)\s*#*\s*$/m.exec(section.split('\n', 1)[0] ?? '') ?? []
    const body = (marks ? section.slice(section.indexOf('\n') + 1 || section.length) : section).trim()
    if (marks) headings = [...headings.slice(0, marks.length - 1), title]
    if (body === '') continue
    if (title.endsWith('?')) entries.push({ question: title, answer: body })
    else entries.push(...passages(body).map((passage) => ({ question: null, answer: under(headings, passage) })))
  }
  return entries
}

const under = (headings: string[], passage: string) => {
  const path = headings.filter((heading) => heading !== undefined && heading !== '').join(' › ')
  return path === '' ? passage : `${path}\n${passage}`
}

function passages(body: string): string[] {
  const made: string[] = []
  for (const paragraph of body.split(/\n\s*\n/).flatMap(splitLong)) {
    const last = made.at(-1)
    if (last !== undefined && last.length + paragraph.length < maxPassageChars)
      made[made.length - 1] = `${last}\n\n${paragraph}`
    else made.push(paragraph)
  }
  return made
}

/** At the ends of sentences where there are any, else where it must be. */
function splitLong(paragraph: string): string[] {
  const text = paragraph.trim()
  if (text.length <= maxPassageChars) return text === '' ? [] : [text]
  const head = text.slice(0, maxPassageChars)
  const end = Math.max(head.lastIndexOf('. '), head.lastIndexOf('? '), head.lastIndexOf('! '), head.lastIndexOf('\n'))
  const at = end > 0 ? end + 1 : maxPassageChars
  return [text.slice(0, at).trim(), ...splitLong(text.slice(at))]
}
