import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import type { StoreMessages } from '@parley/contracts/jobs'
import { listenKeyChanges } from '@parley/data/keys/listen-key-changes'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import { ensureCertificate } from '@parley/local-stack/local-certificate'
import { openQueues, type Queues } from '@parley/queues/open-queues'
import { runWorker } from '@parley/queues/run-worker'
import { createLog } from '@parley/service/log'
import type { TestDatabase } from '@parley/testing/test-database'
import { afterAll, beforeAll } from 'vitest'
import { MessageIntake } from '../src/accept-messages.ts'
import { buildGateway } from '../src/build-gateway.ts'
import { openCertificate } from '../src/certificate.ts'
import { KeyCache } from '../src/key-cache.ts'
import { BacklogWatch } from '../src/watch-backlog.ts'
import { addAccount, type NewAccount, type TestAccount } from './add-account.ts'
import { type Ask, createAsk } from './ask.ts'

export type TestGateway = {
  /** `https://localhost:<port>` */
  readonly origin: string
  readonly queues: Queues
  /** Sends a request over TLS; whatever comes back is held against the API's own description. */
  ask: Ask
  newAccount(options?: NewAccount): Promise<TestAccount>
}

/** A real gateway over TLS on a free port, with a worker that stores what it accepts. */
export function useGateway(database: TestDatabase, options: { readonly queueUrl?: string; worker?: boolean } = {}) {
  const closers: (() => Promise<unknown>)[] = []
  let running: { origin: string; queues: Queues } | undefined

  beforeAll(async () => {
    const dir = await mkdtemp(join(tmpdir(), 'gateway-'))
    closers.push(() => rm(dir, { recursive: true, force: true }))
    const files = await trustedCertificate(dir)
    const queues = await openQueues({ url: options.queueUrl ?? database.url })
    closers.push(queues.close)
    const { db } = database
    if (options.worker) {
      const store = async ({ messages }: StoreMessages) => void (await storeMessages(db, messages))
      const slow = await runWorker(queues, {
        queue: 'ingest-bulk',
        handlers: { 'messages.store': store },
        concurrency: 1,
      })
      const quick = await runWorker(queues, { queue: 'ingest', handlers: { 'messages.store': store }, concurrency: 1 })
      closers.push(() => Promise.all([quick.close(), slow.close()]))
    }
    const log = createLog('gateway', 'silent')
    const keys = new KeyCache(db)
    const changes = listenKeyChanges(database.url, (accountId) => void keys.forget(accountId))
    closers.push(changes.close)
    const certificate = await openCertificate(files, log)
    closers.push(async () => certificate.close())
    const intake = new MessageIntake(queues, new BacklogWatch(queues, 1_000_000))
    const app = await buildGateway({ db, queues, intake, keys, log, certificate, trustProxy: undefined })
    await app.listen({ port: 0, host: '127.0.0.1' })
    closers.push(() => app.close())
    running = { origin: `https://localhost:${(app.server.address() as AddressInfo).port}`, queues }
  })
  afterAll(async () => {
    for (const close of closers.reverse()) await close()
  })

  const started = () => {
    if (!running) throw new Error('The gateway is there in tests and hooks, not while they are being declared.')
    return running
  }
  const gateway: TestGateway = {
    get origin() {
      return started().origin
    },
    get queues() {
      return started().queues
    },
    ask: createAsk(() => started().origin),
    newAccount: (options) => addAccount(database.db, options),
  }
  return gateway
}

/** Trusted by every TLS connection that this test process makes. */
export async function trustedCertificate(dir: string): Promise<{ certFile: string; keyFile: string }> {
  const { caFile, certFile, keyFile } = await ensureCertificate(dir)
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), await readFile(caFile, 'utf8')])
  return { certFile, keyFile }
}
