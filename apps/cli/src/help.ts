import { type Flag, listFlags } from './flags.ts'
import { columns } from './print.ts'
import type { Verb } from './verb.ts'

export const overview = (verbs: Verb[]): string =>
  [
    'parley: what an operator does without the app',
    '',
    'Usage: npm run -s parley -- <noun> <verb> [--flags] [--json]',
    '',
    ...columns(verbs.map((verb) => [`  ${verb.name}`, verb.summary])),
    '',
    'Add --help to a verb for its flags, --json for one JSON document.',
    'The database is that of DATABASE_URL, in the environment or in .env, or else the one that npm start runs.',
  ].join('\n')

export function verbHelp(verb: Verb): string {
  const flags = listFlags(verb.flags)
  const typed = ({ field, name, value }: Flag) => (field === verb.argument ? value : `${name} ${value}`.trimEnd())
  const usage = flags.map((flag) => (flag.isRequired ? typed(flag) : `[${typed(flag)}]`))
  return [
    `parley ${verb.name}: ${verb.summary}`,
    '',
    `Usage: npm run -s parley -- ${[verb.name, ...usage].join(' ')} [--json]`,
    '',
    ...columns([
      ...flags.map((flag) => [`  ${typed(flag)}`, flag.description]),
      ['  --json', 'Print one JSON document'],
      ['  --help', 'Show this'],
    ]),
  ].join('\n')
}
