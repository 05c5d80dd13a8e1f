import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { noFilters, openSchemaEngine } from './schema-engine.ts'

/** The SQL that leads from one Prisma schema to another (from nothing: `null`), or null when they say the same. */
export async function diffSchemas(from: string | null, to: string): Promise<string | null> {
  using engine = await openSchemaEngine(noDatabase)
  const { exitCode, stdout } = await engine.diff({
    from: from === null ? { tag: 'empty' } : schema(from),
    to: schema(to),
    script: true,
    exitCode: true,
    filters: noFilters,
  })
  return exitCode === 0 ? null : stdout
}

const schema = (content: string) => ({
  tag: 'schemaDatamodel' as const,
  files: [{ path: 'schema.prisma', content }],
})

/** The engine greets a database even where it only compares two texts; this one has nothing to say. */
const silentConnection: SqlDriverAdapter = {
  provider: 'postgres',
  adapterName: '@prisma/adapter-pg',
  queryRaw: async () => ({ columnNames: [], columnTypes: [], rows: [] }),
  executeRaw: async () => 0,
  executeScript: async () => {},
  startTransaction: () => Promise.reject(new Error('There is no database behind a comparison of schemas.')),
  dispose: async () => {},
}

const noDatabase: SqlMigrationAwareDriverAdapterFactory = {
  provider: 'postgres',
  adapterName: '@prisma/adapter-pg',
  connect: async () => silentConnection,
  connectToShadowDb: async () => silentConnection,
}
