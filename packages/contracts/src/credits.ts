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

/** An amount as a JSON number, read into the decimal string of the same digits. */
const jsonAmount = (isWithin: (amount: number) => boolean, range: string) =>
  z
    .unknown()
    .meta({ type: 'number' })
    .refine((value) => typeof value === 'number' && decimal.test(String(value)) && isWithin(value), {
      error: `must be a number ${range}, with at most 4 decimals`,
      params: { code: 'INVALID_AMOUNT' },
    })
    .transform(String)

/** What one grant adds, in a request. */
export const Amount = jsonAmount((amount) => amount > 0 && amount <= maxCredits, `over 0 and at most ${maxCredits}`)

/** A level that a balance is compared with, in a request. */
export const Threshold = jsonAmount((amount) => amount <= maxCredits, `from 0 to ${maxCredits}`)
