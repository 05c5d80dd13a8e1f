import { execFileSync, spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The system account that Postgres runs under; undefined means our own. */
export type PostgresAccount = { uid: number; gid: number } | undefined

/** Postgres refuses to run as root, so root has it run by whoever owns the data, or by the account `postgres`. */
export async function findPostgresAccount(home: string): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return undefined
  const data = await stat(join(home, 'postgres')).catch(() => null)
  if (data && data.uid !== 0) return { uid: data.uid, gid: data.gid }
  const account = lookUp('postgres') ?? createAccount('postgres') ?? lookUp('nobody')
  if (!account)
    throw new Error('Postgres does not run as root, and no account "postgres" could be made: use another user')
  return account
}

/** How a child process runs as the account, in a folder that everybody may enter. */
export const asAccount = (account: PostgresAccount) => ({ cwd: '/', env: { LC_ALL: 'C' }, ...account })

function createAccount(name: string): PostgresAccount {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', name])
  return lookUp(name)
}

function lookUp(name: string): PostgresAccount {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}
