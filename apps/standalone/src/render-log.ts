import type { Screen } from './screen.ts'

/** An app's line of JSON in a form for people; any other line as it is. */
export function renderLog(line: string, colour: Screen['colour']): string {
  const entry = readEntry(line)
  if (!entry) return line
  const { level, time, msg, err, service: _, ...facts } = entry
  const clock = String(time).slice(11, 19)
  const shownLevel = level === 'warn' || level === 'error' || level === 'fatal' ? colour('red', level) : level
  const shownFacts = Object.entries(facts).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const trace = isTrace(err) ? `\n${err.stack}` : ''
  return [colour('dim', clock), shownLevel, msg, ...shownFacts.map((fact) => colour('dim', fact))].join(' ') + trace
}

function readEntry(line: string): Record<string, unknown> | null {
  try {
    const entry = JSON.parse(line)
    return typeof entry?.level === 'string' ? entry : null
  } catch {
    return null
  }
}

const isTrace = (err: unknown): err is { stack: string } =>
  typeof err === 'object' && err !== null && 'stack' in err && typeof err.stack === 'string'
