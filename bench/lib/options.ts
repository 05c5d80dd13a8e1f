import { parseArgs } from 'node:util'

/** Numbers of the command line by name, e.g. `npm run bench:accept -- --seconds 30`. */
export function readOptions<const Defaults extends Record<string, number>>(
  defaults: Defaults,
): Record<keyof Defaults, number> {
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ options })
  const read = Object.entries(defaults).map(([name, byDefault]) => {
    const given = values[name]
    const value = given === undefined ? byDefault : Number(given)
    if (!Number.isFinite(value)) throw new Error(`--${name} must be a number`)
    return [name, value]
  })
  return Object.fromEntries(read)
}
