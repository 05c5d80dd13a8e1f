import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const prismaFolder = fileURLToPath(new URL('../../../../prisma', import.meta.url))
export const schemaFile = join(prismaFolder, 'schema.prisma')
export const migrationsFolder = join(prismaFolder, 'migrations')

/** The schema as the migrations leave it, so that the next one can be written without a database. */
export const migratedSchemaFile = join(migrationsFolder, 'schema.prisma')

/** The migrations of a folder, oldest first, in the form that the schema engine takes. */
export async function readMigrations(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const migrationDirectories = await Promise.all(names.sort().map((name) => readMigration(folder, name)))
  const lockfile = { path: 'migration_lock.toml', content: await readFile(join(folder, 'migration_lock.toml'), 'utf8') }
  return { baseDir: folder, lockfile, shadowDbInitScript: '', migrationDirectories }
}

async function readMigration(folder: string, name: string) {
  const value = await readFile(join(folder, name, 'migration.sql'), 'utf8')
  return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } }
}
