import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { pathToFileURL } from 'node:url'
import type { Db } from '@parley/data/db'
import { listenKeyChanges } from '@parley/data/keys/listen-key-changes'
import { ensureCertificate } from '@parley/local-stack/local-certificate'
import { openDiskStore } from '@parley/media/disk-store'
import { openQueues, type Queues } from '@parley/queues/open-queues'
import { createLog, type Log } from '@parley/service/log'
import { Registry } from 'prom-client'
import { MessageIntake } from '../src/accept-messages.ts'
import { buildGateway } from '../src/build-gateway.ts'
import { openCertificate } from '../src/certificate.ts'
import { KeyCache } from '../src/key-cache.ts'
import { stashMedia } from '../src/stash-media.ts'
import { BacklogWatch } from '../src/watch-backlog.ts'
import { type Ask, createAsk } from './ask.ts'

export type StartedGateway = {
  /** `https://localhost:<port>` */
  origin: string
  queues: Queues
  registry: Registry
  /** Sends a request; whatever comes back is held against the API's own description. */
  ask: Ask
  close(): Promise<void>
}

export type GatewayOptions = {
  db: Db
  databaseUrl: string
  queueUrl?: string
  /** Plain HTTP behind proxies at these addresses, instead of TLS. */
  trustProxy?: string
  /** Hear of changed keys at once, as it is in production. */
  hearKeyChanges?: boolean
  log?: Log
}

/** A real gateway on a free port. */
export async function startGateway(options: GatewayOptions): Promise<StartedGateway> {
  const { db, databaseUrl, queueUrl = databaseUrl, trustProxy, hearKeyChanges = true } = options
  const closers: (() => Promise<unknown>)[] = []
  const { log = createLog('gateway', 'silent') } = options
  const registry = new Registry()
  const queues = await openQueues({ url: queueUrl })
  closers.push(queues.close)
  const keys = new KeyCache(db)
  if (hearKeyChanges) {
    const changes = listenKeyChanges(databaseUrl, (accountId) => void keys.forget(accountId))
    closers.push(changes.close)
  }
  const certificate = trustProxy === undefined ? await openCertificate(await localCertificate(), log) : undefined
  closers.push(async () => certificate?.close())
  const mediaDir = await mkdtemp(join(tmpdir(), 'gateway-media-'))
  closers.push(() => rm(mediaDir, { recursive: true, force: true }))
  const media = openDiskStore(pathToFileURL(mediaDir))
  const intake = new MessageIntake({
    queues,
    backlog: new BacklogWatch(queues, 1_000_000),
    stashMedia: (message) => stashMedia(db, media, message),
    deadlineMs: 20_000, // machines that run tests are busy
  })
  const app = await buildGateway({ db, queues, intake, keys, log, registry, certificate, trustProxy })
  await app.listen({ port: 0, host: '127.0.0.1' })
  closers.push(() => app.close())
  const origin = `${certificate ? 'https' : 'http'}://localhost:${(app.server.address() as AddressInfo).port}`
  return {
    origin,
    queues,
    registry,
    ask: createAsk(() => origin),
    async close() {
      const ends = await Promise.allSettled(closers.reverse().map((close) => close()))
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}

let certificateFiles: Promise<{ certFile: string; keyFile: string }> | undefined

/** One for the test process, trusted by every TLS connection that it makes. */
const localCertificate = () => {
  certificateFiles ??= makeCertificate()
  return certificateFiles
}

async function makeCertificate() {
  const dir = await mkdtemp(join(tmpdir(), 'gateway-'))
  process.once('exit', () => void rm(dir, { recursive: true, force: true }))
  const files = await ensureCertificate(dir)
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), await readFile(files.caFile, 'utf8')])
  return files
}
