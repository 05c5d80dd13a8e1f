import { execFile, spawnSync } from 'node:child_process'
import { access, chmod, chown, mkdir, mkdtemp, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asAccount, type PostgresAccount } from './postgres-account.ts'

/** Where root keeps what an account that may not enter the home has to reach. */
const rootShelter = '/var/lib/parley'

/** A folder of ours that the account may enter: the home, unless it lies somewhere like root's own. */
export async function findShelter(home: string, account: PostgresAccount): Promise<string> {
  if (!account) return home
  await chmod(home, (await stat(home)).mode | 0o011)
  if (spawnSync('test', ['-x', home], asAccount(account)).status === 0) return home
  await mkdir(rootShelter, { recursive: true })
  await chmod(rootShelter, 0o755)
  return rootShelter
}

/** `<home>/postgres`, which is a link where the data has to lie elsewhere. */
export async function placeData(home: string, shelter: string): Promise<string> {
  const data = join(home, 'postgres')
  const elsewhere = await readlink(data).catch(() => null)
  if (elsewhere !== null) return elsewhere
  if (shelter === home || (await exists(data))) return data
  const place = await mkdtemp(join(shelter, 'home-'))
  await chmod(place, 0o711)
  await symlink(join(place, 'postgres'), data)
  return join(place, 'postgres')
}

/** Made beside its place and put there by one rename, so that data that is there is whole. */
export async function initialiseData(options: {
  data: string
  initdb: string
  account: PostgresAccount
  user: string
  password: string
  sync: boolean
}): Promise<void> {
  const { data, account } = options
  if (await exists(join(data, 'PG_VERSION'))) return
  const draft = `${data}.new`
  const passwordFile = `${data}.password`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, options.password, { mode: 0o600 })
  if (account) for (const path of [draft, passwordFile]) await chown(path, account.uid, account.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const login = [`--username=${options.user}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const args = [`--pgdata=${draft}`, ...locale, ...login, ...(options.sync ? [] : ['--no-sync'])]
  try {
    await promisify(execFile)(options.initdb, args, asAccount(account))
  } finally {
    await rm(passwordFile)
  }
  await rename(draft, data)
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
