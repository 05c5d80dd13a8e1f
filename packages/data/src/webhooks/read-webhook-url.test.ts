import { expect, test } from 'vitest'
import { readWebhookUrl } from './read-webhook-url.ts'

test.each([
  ['nothing', ''],
  ['no scheme', 'example.com/hook'],
  ['a path', '/hook'],
  ['another scheme', 'ftp://example.com/hook'],
  ['a script', 'javascript:alert(1)'],
  ['a password', 'https://ann:secret@example.com/'],
  ['a user', 'https://ann@example.com/'],
  ['a line break', 'https://exam\nple.com/'],
  ['more than 2,048 characters', `https://example.com/${'a'.repeat(2_048)}`],
])('a URL with %s is refused', (_, url) => {
  expect(() => readWebhookUrl(url)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }))
})

test.each(['https://example.com', 'http://127.0.0.1:8080/a?b=c'])('%s is kept as it was given', (url) => {
  expect(readWebhookUrl(url)).toBe(url)
})
