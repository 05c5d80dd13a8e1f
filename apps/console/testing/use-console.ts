import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ConsoleApi, sessionApi } from '@parley/contracts/session/api'
import { isAccountScoped } from '@parley/contracts/session/endpoint'
import { openDiskStore } from '@parley/media/disk-store'
import type { MediaStore } from '@parley/media/media-store'
import { type Outbound, openOutbound } from '@parley/outbound/open-outbound'
import { OutboundConfig } from '@parley/outbound/outbound-config'
import { openQueues, type Queues } from '@parley/queues/open-queues'
import { createLog } from '@parley/service/log'
import type { TestDatabase } from '@parley/testing/test-database'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { buildConsole } from '../src/server/build-console.ts'
import { openLiveHub } from '../src/server/live-hub.ts'
import { openMail } from '../src/server/mail.ts'
import { password } from './add-member.ts'

export type Answer = { status: number; text: string; json: () => Record<string, unknown> & { items: never[] } }
export type Visitor = (
  key: keyof ConsoleApi,
  input?: {
    account?: string
    params?: Record<string, string>
    query?: Record<string, string>
    body?: unknown
    /** Another than the page's own. */
    csrfToken?: string
  },
) => Promise<Answer>

export type TestConsole = {
  readonly url: string
  readonly queues: Queues
  readonly secretsKey: Buffer
  /** Where its files are kept. */
  readonly media: MediaStore
  logIn(email: string): Promise<Visitor>
  /** Somebody who is not logged in. */
  visit(): Visitor
}

/** A real console on a port of its own, over the test's stores. */
export function useConsole(database: TestDatabase): TestConsole {
  const secretsKey = randomBytes(32)
  let app: FastifyInstance
  let queues: Queues
  let outbound: Outbound
  let mediaFolder: string
  let media: MediaStore
  let url = ''
  beforeAll(async () => {
    queues = await openQueues({ url: database.url })
    outbound = openOutbound(OutboundConfig.parse({ OUTBOUND_ALLOW: '127.0.0.0/8' }))
    mediaFolder = await mkdtemp(join(tmpdir(), 'parley-console-'))
    media = openDiskStore(pathToFileURL(mediaFolder))
    app = await buildConsole({
      db: database.db,
      queues,
      live: await openLiveHub(queues),
      mail: openMail(undefined, ''),
      outbound,
      media,
      log: createLog('console', 'silent'),
      secretsKey,
      publicUrl: 'http://localhost',
      internalUrl: 'http://localhost',
      trustProxy: undefined,
    })
    url = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app?.close()
    await queues?.close()
    outbound?.close()
    if (mediaFolder) await rm(mediaFolder, { recursive: true })
  })
  return {
    get url() {
      return url
    },
    get queues() {
      return queues
    },
    get media() {
      return media
    },
    secretsKey,
    async logIn(email) {
      const send = openBrowser(url)
      const login = await send('POST', '/api/auth/sign-in/email', { email, password })
      if (login.status !== 200) throw new Error(`Log-in failed: ${login.text}`)
      const { csrfToken } = (await send('GET', '/api/me')).json()
      return visitorWith(send, String(csrfToken))
    },
    visit: () => visitorWith(openBrowser(url), ''),
  }
}

type Send = (method: string, path: string, body?: unknown, token?: string) => Promise<Answer>

/** Keeps its cookies. */
function openBrowser(url: string): Send {
  const cookies = new Map<string, string>()
  return async (method, path, body, token = '') => {
    const response = await fetch(url + path, {
      method,
      headers: {
        origin: url,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(method !== 'GET' && { 'content-type': 'application/json', 'x-csrf-token': token }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const text = await response.text()
    return { status: response.status, text, json: () => JSON.parse(text) }
  }
}

const visitorWith =
  (send: Send, pageToken: string): Visitor =>
  async (key, { account = '', params = {}, query = {}, body, csrfToken = pageToken } = {}) => {
    const [method = '', path = ''] = key.split(' ')
    const scope = isAccountScoped(sessionApi[key].access) ? `/accounts/${account}` : ''
    const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'none')
    const search = new URLSearchParams(query).toString()
    return send(method, `/api${scope}${filled}${search && `?${search}`}`, body, csrfToken)
  }
