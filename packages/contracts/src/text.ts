import { z } from 'zod'

const maxTextChars = 512
const maxBodyBytes = 64 * 1024

/** Postgres cannot hold U+0000, and hashes would confuse lone surrogates. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

const storable = { error: 'must not contain U+0000 or lone surrogates' }

/** Any short text of a request. */
export const Text = z
  .string({ error: 'must be a string' })
  .max(maxTextChars, { error: `must be at most ${maxTextChars} characters` })
  .refine(isStorable, storable)

export const RequiredText = Text.refine((text) => text.trim() !== '', { error: 'must not be empty' })

export const LongText = (maxChars: number) =>
  z
    .string({ error: 'must be a string' })
    .max(maxChars, { error: `must be at most ${maxChars} characters` })
    .refine(isStorable, storable)

/** The text of a message: something to read, at most 64 KiB of it. */
export const MessageBody = z
  .string({ error: 'must be a string' })
  .refine((text) => text.trim() !== '', { error: 'must not be empty' })
  .refine((text) => Buffer.byteLength(text) <= maxBodyBytes, { error: 'must be at most 64 KiB' })
  .refine(isStorable, storable)
