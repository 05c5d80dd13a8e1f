import pg from 'pg'
import { migrationsFolder, readMigrations } from './migration-files.ts'
import { pendingMigrations } from './migration-status.ts'
import { noFilters, openSchemaEngine, WholeScriptPg } from './schema-engine.ts'

/** Any number that no other advisory lock of ours uses. */
const migrationLock = 7_275_391

/**
 * Applies what is pending, in order, each migration in one transaction with its record: a failure or a kill leaves
 * the database as it was before that migration. Of several processes that start at once one migrates and the others
 * wait for it.
 */
export async function migrate(databaseUrl: string, folder = migrationsFolder): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(folder)
  // A single connection, so that the lock and the transactions hold for what the engine does too.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 5_000 })
  try {
    await connectOrExplain(pool)
    await pool.query('select pg_advisory_lock($1)', [migrationLock])
    const adapter = new WholeScriptPg(pool)
    using engine = await openSchemaEngine(adapter)
    const applied = await pendingMigrations(pool, folder)
    for (const name of applied) {
      const migrationDirectories = migrations.migrationDirectories.filter(({ path }) => path <= name)
      await pool.query('begin')
      try {
        await engine.applyMigrations({ migrationsList: { ...migrations, migrationDirectories }, filters: noFilters })
      } catch (error) {
        const reason = adapter.scriptFault ?? String(error)
        throw new Error(`Migration ${name} failed and was rolled back: ${reason}`, { cause: error })
      }
      await pool.query('commit')
    }
    return { applied }
  } finally {
    await pool.end()
  }
}

async function connectOrExplain(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    // A refusal by every address of a host has a code and no message.
    const { code, message } = error as NodeJS.ErrnoException
    const advice = code === '3D000' ? '; create it first' : ''
    throw new Error(`Cannot open the database: ${message || code}${advice}`, { cause: error })
  }
}
