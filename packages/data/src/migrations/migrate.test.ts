import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useEmptyDatabase } from '@parley/testing/test-database'
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import { migrationsFolder } from './migration-files.ts'
import { pendingMigrations } from './migration-status.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(migrationsFolder, folder, { recursive: true })
})

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, 'migration.sql'), sql)
}

function connect(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url })
  onTestFinished(() => pool.end())
  return pool
}

describe('an empty database', () => {
  const empty = useEmptyDatabase()

  test('that several processes migrate at once is migrated once', async () => {
    const pool = connect(empty.url)
    const pending = await pendingMigrations(pool)
    expect(pending[0]).toMatch(/_init$/)
    const results = await Promise.all([1, 2, 3, 4].map(() => migrate(empty.url)))
    expect(results.flatMap(({ applied }) => applied)).toEqual(pending)
    expect(await pendingMigrations(pool)).toEqual([])
  })
})

describe('a migration that fails', () => {
  const empty = useEmptyDatabase()

  test('is named, leaves nothing behind, keeps those before it, and runs when it was mended', async () => {
    await addMigration('29990101000000_good', 'create table good (id int);')
    await addMigration('29990102000000_bad', 'create table half (id int); insert into nowhere values (1);')
    await expect(migrate(empty.url, folder)).rejects.toThrow(
      'Migration 29990102000000_bad failed and was rolled back: relation "nowhere" does not exist',
    )
    const pool = connect(empty.url)
    const { rows } = await pool.query(`select to_regclass('good') as good, to_regclass('half') as half`)
    expect(rows).toEqual([{ good: 'good', half: null }])
    expect(await pendingMigrations(pool, folder)).toEqual(['29990102000000_bad'])

    await addMigration('29990102000000_bad', 'create table half (id int);')
    expect(await migrate(empty.url, folder)).toEqual({ applied: ['29990102000000_bad'] })
  })
})

describe('a newer version', () => {
  const empty = useEmptyDatabase()

  test('may have migrated the database already while this one still runs', async () => {
    await addMigration('29990101000000_later', 'create table later (id int);')
    await migrate(empty.url, folder)
    expect(await pendingMigrations(connect(empty.url))).toEqual([])
    expect(await migrate(empty.url)).toEqual({ applied: [] })
  })
})

describe('a database that is not there', () => {
  const empty = useEmptyDatabase()

  test('is told in one line', async () => {
    await expect(migrate(new URL('nowhere', empty.url).href)).rejects.toThrow(
      'Cannot open the database: database "nowhere" does not exist; create it first',
    )
  })
})
