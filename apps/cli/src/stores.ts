import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectDb, type Db } from '@parley/data/db'
import { pendingMigrations } from '@parley/data/migrations/migration-status'
import { readSecretsKey } from '@parley/data/secrets/seal'
import { openQueues, type Queues } from '@parley/queues/open-queues'
import { type Addresses, findAddresses } from './config.ts'
import { Mistake } from './mistake.ts'

/** What a verb works on; each part is opened when it is asked for. */
export class Stores {
  readonly #addresses: Addresses = findAddresses()
  readonly #opened: { close(): Promise<void> }[] = []

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

  /** Like `fetch`, but only to where the services may go too. */
  async outboundFetch(): Promise<typeof fetch> {
    const [{ guardedFetch }, { openOutbound }] = await Promise.all([
      import('@parley/outbound/guarded-fetch'),
      import('@parley/outbound/open-outbound'),
    ])
    const outbound = openOutbound(this.#addresses.outbound)
    this.#opened.push({ close: async () => outbound.close() })
    return guardedFetch(outbound)
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
