import { ParleyError } from '@parley/contracts/errors'
import { ConfigError } from '@parley/service/config'
import { redactSecrets } from '@parley/service/redact-secrets'
import { explainFault } from '@parley/service/startup-fault'
import { catalog } from './catalog.ts'
import type { Surroundings } from './config.ts'
import { overview, verbHelp } from './help.ts'
import { Mistake } from './mistake.ts'
import { toText } from './print.ts'
import { checkFlags, readFlags } from './read-flags.ts'
import { Stores } from './stores.ts'
import type { Verb } from './verb.ts'

export type Outcome = { code: number; stdout: string; stderr: string }

/** One call of the command, from its words to what it prints and its exit code. */
export async function runParley(words: string[], surroundings: Surroundings): Promise<Outcome> {
  try {
    return { code: 0, stdout: `${await answer(words, surroundings)}\n`, stderr: '' }
  } catch (error) {
    return { code: isMistake(error) ? 2 : 1, stdout: '', stderr: `parley: ${oneLine(error)}\n` }
  }
}

async function answer(words: string[], surroundings: Surroundings): Promise<string> {
  const [noun = '--help'] = words
  if (['--help', '-h', 'help'].includes(noun)) return overview(catalog)
  const { verb, rest } = findVerb(words)
  if (!verb) return overview(catalog.filter(({ name }) => name.startsWith(`${noun} `)))
  const { json, help, given } = readFlags(verb, rest)
  if (help) return verbHelp(verb)
  const flags = checkFlags(verb, given)
  const stores = new Stores(surroundings)
  try {
    const result = await verb.run(flags, stores)
    return json || verb.isDocument
      ? JSON.stringify(result, null, 2)
      : [toText(result), ...(verb.note ? ['', verb.note] : [])].join('\n')
  } finally {
    await stores.close()
  }
}

/** No verb with a noun that exists means that its help was asked for. */
function findVerb([noun = '', second = '', ...rest]: string[]): { verb?: Verb; rest: string[] } {
  const alone = catalog.find(({ name }) => name === noun)
  if (alone) return { verb: alone, rest: second === '' ? rest : [second, ...rest] }
  const verb = catalog.find(({ name }) => name === `${noun} ${second}`)
  if (verb) return { verb, rest }
  const verbs = catalog.filter(({ name }) => name.startsWith(`${noun} `)).map(({ name }) => name)
  if (verbs.length === 0) throw new Mistake(`there is no "${noun}"; parley --help lists what there is`)
  if (['--help', '-h'].includes(second)) return { rest }
  throw new Mistake(
    `${second ? `there is no "${noun} ${second}"` : `${noun} needs a verb`}; there is ${verbs.join(', ')}`,
  )
}

function isMistake(error: unknown): boolean {
  return (
    error instanceof Mistake || error instanceof ConfigError || (error instanceof ParleyError && error.status < 500)
  )
}

function oneLine(error: unknown): string {
  const known = isMistake(error) ? undefined : explainFault(error)
  const message = known ?? (error instanceof Error ? error.message : String(error))
  return redactSecrets(message.trim().split(/\n+/).join('; '))
}
