import { expect, test } from 'vitest'
import { parseKnowledge } from './parse-knowledge.ts'

const read = (file: string, text: string) =>
  parseKnowledge(file, text).map(({ question, answer }) => [question, answer])

test('JSON is a list of questions with answers, or of answers alone', () => {
  expect(read('a.json', '[{"question": "When?", "answer": "Now."}, {"answer": "A passage."}]')).toEqual([
    ['When?', 'Now.'],
    [null, 'A passage.'],
  ])
})

test.each([
  ['commas', 'question,answer\nWhen?,"Now, or never"\n'],
  ['semicolons', 'question;answer\nWhen?;Now, or never\n'],
  ['tabs', 'Question\tAnswer\nWhen?\tNow, or never\n'],
  [
    'columns in another order, more of them, and a byte order mark',
    '\uFEFFid,answer,question\n1,"Now, or never",When?\n',
  ],
  ['line ends of Windows', 'question,answer\r\nWhen?,"Now, or never"\r\n\r\n'],
])('CSV may have %s', (_, text) => {
  expect(read('a.CSV', text)).toEqual([['When?', 'Now, or never']])
})

test('in Markdown a heading that asks is a question; all else becomes passages that know their headings', () => {
  const text = `Welcome.

# Shop
## When are you open?
From nine.

To five.

## Delivery
${'A sentence about parcels. '.repeat(40)}

### Abroad
Not yet.
`
  const entries = read('a.md', text)
  expect(entries[0]).toEqual([null, 'Welcome.'])
  expect(entries[1]).toEqual(['When are you open?', 'From nine.\n\nTo five.'])
  expect(entries.at(-1)).toEqual([null, 'Shop › Delivery › Abroad\nNot yet.'])
  const delivery = entries.slice(2, -1)
  expect(delivery.length).toBeGreaterThan(1)
  for (const [question, answer] of delivery) {
    expect(question).toBeNull()
    expect(answer).toMatch(/^Shop › Delivery\nA sentence/)
    expect(answer).toMatch(/parcels\.$/)
    expect(answer?.length).toBeLessThan(800)
  }
})

test('plain text is split at paragraphs, and a paragraph without an end where it must be', () => {
  const entries = read('a.txt', `One.\n\nTwo.\n\n${'x'.repeat(1_500)}`)
  expect(entries.map(([, answer]) => answer?.length)).toEqual([10, 700, 700, 100])
})

test.each([
  ['a.pdf', '%PDF', 'a.pdf: must end in .json, .csv, .md or .txt'],
  ['a.json', '[', 'a.json: is not JSON'],
  ['a.json', '{}', 'a.json: must be a list'],
  ['a.csv', 'question,reply\nWhen?,Now\n', 'a.csv: 0.answer is required'],
  ['a.csv', 'question,answer\n"When?,Now\n', 'a.csv: '],
  ['a.csv', 'question,answer\nWhen?,\n', 'a.csv: 0.answer must not be empty'],
])('%s that holds %j is refused with the reason', (file, text, reason) => {
  expect(() => parseKnowledge(file, text)).toThrow(reason)
})
