import { z } from 'zod'
import { StartupFault } from './startup-fault.ts'

/** What is wrong with the environment: one line per fault, all of them at once. */
export class ConfigError extends StartupFault {
  override name = 'ConfigError'
  readonly faults: string[]

  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/** Reads the variables that the schema names. An empty one counts as unset, as it comes so from compose and `.env`. */
export function readConfig<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv = process.env): z.output<S> {
  const given = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, env[name] || undefined]))
  const result = schema.safeParse(given, { error: plainMessage })
  if (result.success) return result.data
  throw new ConfigError(result.error.issues.map((issue) => faultLine(issue, schema, given)))
}

function faultLine(issue: z.core.$ZodIssue, schema: z.ZodObject, given: NodeJS.ProcessEnv): string {
  const name = issue.path.join('.')
  if (name === '') return issue.message
  const { description, secret } = readVariable(schema.shape[name])
  const value = given[name]
  // A rule over several variables speaks for itself; it may well be about one that is not set.
  if (value === undefined && issue.code !== 'custom')
    return `${name} must be set${description ? `: ${description}` : ''}`
  return `${name} ${issue.message}${value === undefined || secret ? '' : ` (it is ${JSON.stringify(value)})`}`
}

const plainMessage: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : undefined

export type Variable = {
  description: string | undefined
  secret: boolean
  required: boolean
  defaultValue: unknown
}

/** What a schema says of one variable. Its notes may stand before or after `.default()`, `.optional()` and the like. */
export function readVariable(field: z.core.$ZodType | undefined): Variable {
  const variable: Variable = { description: undefined, secret: false, required: true, defaultValue: undefined }
  for (let layer = field; layer !== undefined; layer = innerLayer(layer)) {
    const notes = z.globalRegistry.get(layer)
    variable.description ??= notes?.description
    variable.secret ||= notes?.secret === true
    if (layer instanceof z.ZodOptional) variable.required = false
    if (layer instanceof z.ZodDefault || layer instanceof z.ZodPrefault) {
      variable.required = false
      variable.defaultValue ??= layer.def.defaultValue
    }
  }
  return variable
}

function innerLayer(layer: z.core.$ZodType): z.core.$ZodType | undefined {
  if (layer instanceof z.ZodPipe) return layer.def.in
  const wraps = layer instanceof z.ZodOptional || layer instanceof z.ZodDefault || layer instanceof z.ZodPrefault
  return wraps ? layer.def.innerType : undefined
}
