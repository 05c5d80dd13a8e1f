import { randomUUID } from 'node:crypto'
import { connectDb, type Db } from '@parley/data/db'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'

export type TestDatabase = { readonly url: string; readonly db: Db }

/** A migrated, empty database for the tests of the file or `describe` that calls this; gone after them. */
export function useTestDatabase(): TestDatabase {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = databaseUrl(name)
  let db: Db | undefined

  beforeAll(async () => {
    await asAdmin(`create database ${name} template ${new URL(inject('templateUrl')).pathname.slice(1)}`)
    db = connectDb(url)
  })
  afterAll(async () => {
    await db?.close()
    await asAdmin(`drop database if exists ${name} with (force)`)
  })
  return {
    url,
    get db() {
      if (!db) throw new Error('The database is there in tests and hooks, not while they are being declared.')
      return db
    },
  }
}

/** An empty database without tables, for tests of the migrations themselves. */
export function useEmptyDatabase(): { readonly url: string } {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  beforeAll(() => asAdmin(`create database ${name}`))
  afterAll(() => asAdmin(`drop database if exists ${name} with (force)`))
  return { url: databaseUrl(name) }
}

function databaseUrl(name: string): string {
  const url = new URL(inject('templateUrl'))
  url.pathname = `/${name}`
  return url.href
}

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl('postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
