import type { z } from 'zod'
import type { Stores } from './stores.ts'

/** A JSON document; people see an object as lines and a list of objects as a table. */
export type Result = Record<string, unknown> | Record<string, unknown>[]

export type Verb<Flags extends z.ZodObject = z.ZodObject> = {
  /** `noun verb`, as it is typed. */
  name: string
  summary: string
  /** One field a flag: `rateLimit` is `--rate-limit`. Its description is the help; `meta({ value })` names the value. */
  flags: Flags
  /** The field that is given without a flag. */
  argument?: string
  /** The result is a document that no table holds: people see the JSON as well. */
  isDocument?: boolean
  /** A word to people about what they see; not in the JSON. */
  note?: string
  run(flags: z.output<Flags>, stores: Stores): Promise<Result>
}

/** Types `run` by the flags. */
export const defineVerb = <Flags extends z.ZodObject>(verb: Verb<Flags>): Verb => verb
