import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectDb, type Db } from '@parley/data/db'
import { pendingMigrations } from '@parley/data/migrations/migration-status'
import { readSecretsKey } from '@parley/data/secrets/seal'
import type { Outbound } from '@parley/outbound/open-outbound'
import { openQueues, type Queues } from '@parley/queues/open-queues'
import { type Addresses, findAddresses, type Surroundings } from './config.ts'
import { Mistake } from './mistake.ts'

/** What a verb works on; each part is opened when it is asked for. */
export class Stores {
  readonly #surroundings: Surroundings
  #found: Addresses | undefined
  readonly #opened: { close(): Promise<void> }[] = []

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  get #addresses(): Addresses {
    this.#found ??= findAddresses(this.#surroundings)
    return this.#found
  }

  get databaseUrl(): string {
    return this.#addresses.databaseUrl
  }

  async db(): Promise<Db> {
    const db = connectDb(this.databaseUrl, { max: 2, name: 'parley-cli' })
    this.#opened.push(db)
    const pending = await pendingMigrations(db.pool)
    if (pending.length > 0) throw new Mistake('the database lacks migrations; run: npm run -s parley -- migrate')
    return db
  }

  async queues(): Promise<Queues> {
    const queues = await openQueues({ url: this.#addresses.queueUrl })
    this.#opened.push(queues)
    return queues
  }

  /** Goes only where the services may go too. Loaded when it is asked for: most verbs start faster without it. */
  async outbound(): Promise<Outbound> {
    const { openOutbound } = await import('@parley/outbound/open-outbound')
    const outbound = openOutbound(this.#addresses.outbound)
    this.#opened.push({ close: async () => outbound.close() })
    return outbound
  }

  async outboundFetch(): Promise<typeof fetch> {
    const { guardedFetch } = await import('@parley/outbound/guarded-fetch')
    return guardedFetch(await this.outbound())
  }

  secretsKey(): Buffer {
    const file = join(this.#addresses.home, 'secrets.key')
    const text = this.#addresses.secretsKey ?? (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
    if (text === undefined) throw new Mistake('set SECRETS_KEY to the key that the services use')
    return readSecretsKey(text)
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.map((store) => store.close()))
  }
}
