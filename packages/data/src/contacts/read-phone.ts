import { ParleyError } from '@parley/contracts/errors'
import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** What people and phones put between digits, invisible marks of pasted text included. */
const separators = /[\s().\-/\u00ad\u200b-\u200f\u202a-\u202e\u2010-\u2015\u2060\u2212]/g

/**
 * The number in E.164. Only the calling code is looked up: a range that is unassigned today may not be so tomorrow,
 * and whoever has the number knows better than a table.
 */
export function readPhone(text: string, field = 'phone'): string {
  const number = text.replace(separators, '')
  if (/^\+[1-9]\d{6,14}$/.test(number) && parsePhoneNumberFromString(number)) return number
  throw new ParleyError(
    'INVALID_PHONE',
    `${field} must be a + with a country calling code and 7 to 15 digits in all, like +442079460958`,
  )
}
