import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '@parley/local-stack/write-whole'

/** The key that stored secrets are encrypted with: made once, as what was encrypted needs it for ever. */
export async function ensureSecretsKey(home: string): Promise<string> {
  const file = join(home, 'secrets.key')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const key = randomBytes(32).toString('base64')
  await writeWhole(file, `${key}\n`, 0o600)
  return key
}
