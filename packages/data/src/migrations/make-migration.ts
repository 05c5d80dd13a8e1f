// npm run db:diff -- --name add_something
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { diffSchemas } from './diff-schemas.ts'
import { migratedSchemaFile, migrationsFolder, schemaFile } from './migration-files.ts'

const { name } = parseArgs({ options: { name: { type: 'string' } } }).values
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error('Name the migration in snake case: npm run db:diff -- --name add_something')
  process.exit(2)
}

const schema = await readFile(schemaFile, 'utf8')
const sql = await diffSchemas(await readFile(migratedSchemaFile, 'utf8'), schema)
if (sql === null) {
  console.log('Nothing to do: the migrations already lead to prisma/schema.prisma.')
} else {
  const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const folder = `${stamp}_${name}`
  await mkdir(join(migrationsFolder, folder))
  await writeFile(join(migrationsFolder, folder, 'migration.sql'), sql)
  await writeFile(migratedSchemaFile, schema)
  console.log(`Wrote prisma/migrations/${folder}/migration.sql; read it before you commit it.`)
}
