import { join } from 'node:path'
import { apps } from './apps.ts'
import type { Quickstart } from './quickstart.ts'
import type { Screen } from './screen.ts'

export function renderBanner(quickstart: Quickstart, home: string, colour: Screen['colour']): string {
  const { agency } = quickstart.accounts
  const hasConsole = (apps as readonly string[]).includes('console')
  const facts = [
    ['API', quickstart.apiUrl],
    ...(hasConsole ? [['Console', quickstart.consoleUrl]] : []),
    ['Demo key', agency.apiKey],
    ['Log-in', `${agency.email}  ${agency.password}`],
    ['All of it', join(home, 'quickstart.json')],
  ]
  return `
${colour('bold', 'Parley is ready.')} Ctrl-C stops it.

${facts.map(([name = '', value]) => `  ${colour('dim', name.padEnd(10))}${value}`).join('\n')}

Send a message:

${renderCurl(quickstart)}
`
}

/** Every paste is a new message, as its id holds the time. */
export function renderCurl({ apiUrl, caFile, accounts }: Quickstart): string {
  const message = `{"customData":{"messageSid":"demo-'$(date +%s)'","fromId":"visitor-1","toId":"demo-shop","body":"When are you open?"}}`
  return `curl --cacert ${quote(caFile)} ${apiUrl}/incoming_custom_channel_message \\
  -H 'x-api-key: ${accounts.agency.apiKey}' -H 'content-type: application/json' \\
  -d '${message}'`
}

const quote = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
