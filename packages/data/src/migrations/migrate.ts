import { readMigrations } from './migration-files.ts'
import { noFilters, withSchemaEngine } from './schema-engine.ts'
import { pendingMigrations } from './migration-status.ts'

/** Any number that no other advisory lock of ours uses. */
const migrationLock = 7_275_391

/**
 * Applies what is pending, in order, each migration in a transaction together with its record: a failure or a kill
 * leaves the database as it was before that migration. Of several processes that start at once one migrates and the
 * others wait for it.
 */
export async function migrate(databaseUrl: string): Promise<{ applied: string[] }> {
  const migrations = await readMigrations()
  return withSchemaEngine(databaseUrl, async (engine, connection) => {
    await connection.query('select pg_advisory_lock($1)', [migrationLock])
    const applied = await pendingMigrations(connection)
    for (const name of applied) {
      const migrationDirectories = migrations.migrationDirectories.filter(({ path }) => path <= name)
      await connection.query('begin')
      try {
        await engine.applyMigrations({ migrationsList: { ...migrations, migrationDirectories }, filters: noFilters })
      } catch (error) {
        throw new Error(`Migration ${name} failed and was rolled back: ${firstError(error)}`, { cause: error })
      }
      await connection.query('commit')
    }
    return { applied }
  })
}

/** The engine writes `ERROR: …` of Postgres between its own frames. */
function firstError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.match(/ERROR: .*/)?.[0] ?? message
}
