// `npm run docs:environment`: writes docs/environment.md from what the apps' configs say of themselves.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readVariable, type Variable } from '@parley/service/config'
import { type AppConfig, loadAppConfigs } from './load-app-configs.ts'

export const environmentDocsFile = join(import.meta.dirname, '../docs/environment.md')

export async function renderEnvironmentDocs(): Promise<string> {
  const sections = (await loadAppConfigs()).map(renderApp)
  return `# Environment variables

Written by \`npm run docs:environment\` from the config of each app; a test fails when it is stale. An empty value
counts as not set. A process that finds faults names all of them at once and exits.

${sections.join('\n')}`
}

function renderApp({ app, file, schema }: AppConfig): string {
  const rows = Object.entries(schema.shape).map(([name, field]) => renderRow(name, readVariable(field)))
  return `## ${app}

From \`${file}\`.

| Variable | Default | Required | What it does |
|---|---|---|---|
${rows.join('\n')}
`
}

function renderRow(name: string, { description, defaultValue, required, secret }: Variable): string {
  if (!description) throw new Error(`${name} has no description: add .describe('…') where it is defined`)
  const words = secret ? `${description} Secret: never logged.` : description
  const shownDefault = defaultValue === undefined ? '' : `\`${defaultValue}\``
  return `| \`${name}\` | ${shownDefault} | ${required ? 'yes' : 'no'} | ${words.replaceAll('|', '\\|')} |`
}

if (import.meta.main) writeFileSync(environmentDocsFile, await renderEnvironmentDocs())
