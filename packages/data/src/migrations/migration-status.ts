import type pg from 'pg'
import { migrationsFolder, readMigrations } from './migration-files.ts'

/**
 * The migrations of this version that the database has not had, oldest first. Those of a newer version, which may
 * already be there during a rolling update, are no concern of ours.
 */
export async function pendingMigrations(db: Pick<pg.Pool, 'query'>, folder = migrationsFolder): Promise<string[]> {
  const { migrationDirectories } = await readMigrations(folder)
  const { rows } = await db.query<{ recorded: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as recorded`,
  )
  const done = rows[0]?.recorded ? await appliedMigrations(db) : new Set()
  return migrationDirectories.map(({ path }) => path).filter((name) => !done.has(name))
}

async function appliedMigrations(db: Pick<pg.Pool, 'query'>): Promise<Set<string>> {
  const { rows } = await db.query<{ migration_name: string }>(
    'select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  )
  return new Set(rows.map((row) => row.migration_name))
}
