import { z } from 'zod'

const maxTextChars = 512
const maxBodyBytes = 64 * 1024

/** Postgres cannot hold U+0000, and hashes would confuse lone surrogates. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

const notAString = (input: unknown) => {
  if (input === undefined) return 'is required'
  return Array.isArray(input) ? 'must be a single string' : 'must be a string'
}

const aString = z
  .string({ error: (issue) => notAString(issue.input) })
  .refine(isStorable, { error: 'must not contain U+0000 or lone surrogates', abort: true })

const notEmpty = (text: string) => text.trim() !== ''

export const LongText = (maxChars: number) => aString.max(maxChars, { error: `must be at most ${maxChars} characters` })

/** Any short text of a request. */
export const Text = LongText(maxTextChars)

export const RequiredText = Text.refine(notEmpty, { error: 'must not be empty' })

/** What may be left out: null and the empty text, which form tools like to send, count as left out. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional())

/** The text of a message: something to read, at most 64 KiB of it. */
export const MessageBody = aString
  .refine(notEmpty, { error: 'must not be empty' })
  .refine((text) => Buffer.byteLength(text) <= maxBodyBytes, { error: 'must be at most 64 KiB' })
