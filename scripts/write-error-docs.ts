// `npm run docs:errors`: writes docs/errors.md from the catalogue of error codes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCatalog } from '@parley/contracts/errors'

export const errorDocsFile = join(import.meta.dirname, '../docs/errors.md')

export function renderErrorDocs(): string {
  const byStatus = Object.entries(errorCatalog).sort(([, a], [, b]) => a.status - b.status)
  const rows = byStatus.map(([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`)
  return `# Errors

Written by \`npm run docs:errors\` from \`packages/contracts/src/errors.ts\`; a test fails when it is stale.

The message endpoints (\`/send_custom_channel_message\`, \`/incoming_custom_channel_message\` and its batch form) answer
\`{"error": "<sentence>"}\`, all others \`{"error": {"code": "<code>", "message": "<sentence>"}}\`. The sentence says what
to do and may change; rely on the status and the code.

| Status | Code | Meaning |
|---|---|---|
${rows.join('\n')}
`
}

if (import.meta.main) writeFileSync(errorDocsFile, renderErrorDocs())
