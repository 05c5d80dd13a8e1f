import { z } from 'zod'
import { RequiredText } from './text.ts'

/** The caller's own name for one intended effect: sent again under it, the effect is not repeated. */
export const IdempotencyKey = RequiredText

export const IdempotencyHeader = z.object({
  'idempotency-key': IdempotencyKey.optional().describe('The same key never has its effect twice.'),
})
