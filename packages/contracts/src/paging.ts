import { z } from 'zod'
import { optional, Text } from './text.ts'

/** How many of a list; `z.coerce` because a query holds text only. */
export const pageLimit = (fallback: number, max: number) =>
  z.coerce
    .number({ error: `must be a whole number from 1 to ${max}` })
    .int({ error: `must be a whole number from 1 to ${max}` })
    .min(1, { error: `must be a whole number from 1 to ${max}` })
    .max(max, { error: `must be a whole number from 1 to ${max}` })
    .default(fallback)

/** Where a page ended, in a form that only we read. */
export const Cursor = optional(Text).describe('The cursor of the answer before.')
