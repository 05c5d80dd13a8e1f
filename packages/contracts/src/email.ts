import { z } from 'zod'
import { Text } from './text.ts'

const isEmail = (text: string) => z.email().safeParse(text).success

/** An e-mail address as given; whoever compares addresses lowers their case first. */
export const Email = Text.trim()
  .max(254, { error: 'must be at most 254 characters' })
  .refine(isEmail, { error: 'must be an e-mail address', params: { code: 'INVALID_EMAIL' } })
  .meta({ format: 'email' })
