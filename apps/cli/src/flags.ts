import { type IdKind, readId } from '@parley/contracts/ids'
import { z } from 'zod'

/** An id as it is shown, `acc_…`; the verbs of `data` get the uuid. */
export const idFlag = (kind: IdKind) =>
  z
    .string()
    .transform((shown, context) => {
      const id = readId(kind, shown)
      if (id) return id
      context.addIssue(`must be the id of ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}, as it was shown`)
      return z.NEVER
    })
    .meta({ value: 'ID' })

export const accountFlag = idFlag('account').describe('The account')

/** How a field of a verb is typed and told of. */
export type Flag = {
  field: string
  /** `rateLimit` is `--rate-limit`. */
  name: string
  /** Stands for the value in the help; a switch has none. */
  value: string
  isSwitch: boolean
  isRequired: boolean
  description: string
}

export function listFlags(fields: z.ZodObject): Flag[] {
  const { properties = {}, required = [] } = z.toJSONSchema(fields, { io: 'input' })
  return Object.entries(properties).map(([field, schema]) => {
    if (typeof schema === 'boolean') throw new Error(`the flag ${field} must be a string or a boolean`)
    const isSwitch = schema.type === 'boolean'
    const note = schema.default && !isSwitch ? ` (default ${schema.default})` : ''
    return {
      field,
      name: `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      value: isSwitch ? '' : String(schema.enum?.join('|') ?? schema.value),
      isSwitch,
      isRequired: required.includes(field),
      description: `${schema.description}${note}`,
    }
  })
}
