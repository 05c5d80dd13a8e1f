import { randomInt } from 'node:crypto'

/** No letter or digit that is taken for another when read aloud or from paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of five, `k7mwd-…`: 99 bits that a person can still type. */
export const makePassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')).join(
    '-',
  )
