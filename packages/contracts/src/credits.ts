import { z } from 'zod'

const maxCredits = 1_000_000_000

/** Credits to add, as a decimal string: a float could not hold every amount exactly. */
export const CreditAmount = z
  .string({ error: 'must be a decimal number' })
  .regex(/^\d{1,10}(\.\d{1,4})?$/, { error: 'must be a decimal number with at most 4 decimals' })
  .refine((amount) => Number(amount) > 0 && Number(amount) <= maxCredits, {
    error: `must be over 0 and at most ${maxCredits}`,
  })
