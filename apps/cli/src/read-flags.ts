import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { listFlags } from './flags.ts'
import { Mistake } from './mistake.ts'
import type { Verb } from './verb.ts'

export type Words = { json: boolean; help: boolean; given: Record<string, unknown> }

/** Sorts the words of the command line into the verb's fields; what they hold is looked at by `checkFlags`. */
export function readFlags(verb: Verb, words: string[]): Words {
  const flags = listFlags(verb.flags).filter(({ field }) => field !== verb.argument)
  const types = flags.map(({ name, isSwitch }) => [name.slice(2), { type: isSwitch ? 'boolean' : 'string' }] as const)
  const { tokens } = parseArgs({
    args: words,
    options: { ...Object.fromEntries(types), json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    strict: false, // its own complaints run over several lines
    tokens: true,
  })

  const read: Words = { json: false, help: false, given: {} }
  const give = (field: string | undefined, value: unknown, word: string) => {
    if (field === undefined) throw new Mistake(`${verb.name} does not take ${word}; see parley ${verb.name} --help`)
    if (field in read.given) throw new Mistake(`${word} is one too many; see parley ${verb.name} --help`)
    read.given[field] = value
  }
  for (const token of tokens) {
    if (token.kind === 'positional') give(verb.argument, token.value, `"${token.value}"`)
    if (token.kind !== 'option') continue
    if (token.name === 'json') read.json = true
    else if (token.name === 'help') read.help = true
    else {
      const flag = flags.find(({ name }) => name === token.rawName)
      give(flag?.field, flag && tokenValue(token, flag.isSwitch), token.rawName)
    }
  }
  return read
}

type OptionToken = { rawName: string; value: string | undefined; inlineValue: boolean | undefined }

function tokenValue({ rawName, value, inlineValue }: OptionToken, isSwitch: boolean): string | boolean {
  if (isSwitch && value !== undefined) throw new Mistake(`${rawName} takes no value`)
  if (isSwitch) return true
  if (value === undefined || (!inlineValue && value.startsWith('--'))) throw new Mistake(`${rawName} needs a value`)
  return value
}

/** Every fault at once, in one line, each named as it was typed. */
export function checkFlags<Flags extends z.ZodObject>(verb: Verb<Flags>, given: Words['given']): z.output<Flags> {
  const result = verb.flags.safeParse(given, {
    error: (issue) => (issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : undefined),
  })
  if (result.success) return result.data
  const flags = listFlags(verb.flags)
  const faults = result.error.issues.map(({ path: [field], message }) => {
    const flag = flags.find((each) => each.field === field)
    const word = field === verb.argument ? flag?.value : flag?.name
    return given[String(field)] === undefined ? `${word} must be given` : `${word} ${message}`
  })
  throw new Mistake(`${faults.join('; ')}; see parley ${verb.name} --help`)
}
