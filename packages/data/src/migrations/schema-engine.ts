import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  DriverAdapterError,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'

/** Every table in the schema is ours. */
export const noFilters = { externalTables: [], externalEnums: [] }

let loading: Promise<void> | undefined

/**
 * Prisma's schema engine in its WebAssembly form: the native one that the `prisma` command uses is not in the
 * package and would have to be downloaded.
 */
export async function openSchemaEngine(adapter: SqlMigrationAwareDriverAdapterFactory): Promise<bindings.SchemaEngine> {
  loading ??= loadEngine()
  await loading
  return bindings.SchemaEngine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(adapter))
}

/**
 * Prisma's adapter cuts a script at every semicolon, which breaks function bodies and leaves a failed migration
 * half applied. Sent whole, Postgres runs it as one transaction.
 */
export class WholeScriptPg extends PrismaPg {
  /** What Postgres said of the last script that failed, which the engine retells in its own words. */
  scriptFault: string | undefined

  override async connect() {
    const adapter = await super.connect()
    adapter.executeScript = async (script) => {
      try {
        await adapter.executeRaw({ sql: script, args: [], argTypes: [] })
      } catch (error) {
        if (error instanceof DriverAdapterError) this.scriptFault = error.cause.originalMessage
        throw error
      }
    }
    return adapter
  }
}

async function loadEngine(): Promise<void> {
  const script = fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg'))
  const bytes = await readFile(script.replace(/\.js$/, '.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': { ...bindings } })
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
}

/** TypeScript knows WebAssembly only as a part of the browser. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}
