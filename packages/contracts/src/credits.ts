import { z } from 'zod'

const maxCredits = 1_000_000_000
const decimal = /^\d{1,10}(\.\d{1,4})?$/

/** Credits as a decimal string: a float could not hold every amount exactly. */
export const InitialCredits = z
  .string({ error: 'must be a decimal number' })
  .regex(decimal, { error: 'must be a decimal number with at most 4 decimals' })
  .refine((amount) => Number(amount) <= maxCredits, { error: `must be at most ${maxCredits}` })

/** What one grant adds. */
export const CreditAmount = InitialCredits.refine((amount) => Number(amount) > 0, { error: 'must be over 0' })
