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
  /** Of a new session, for requests that are no calls of the session API. */
  cookieOf(email: string): Promise<string>
  /** Somebody who is not logged in. */
  visit(): Visitor
}

/** A real console on a port of its own, over the test's stores; the queues are in its Postgres unless told otherwise. */
export function useConsole(
  database: TestDatabase,
  options: () => { queueUrl?: string; smtpUrl?: string } = () => ({}),
): TestConsole {
  const secretsKey = randomBytes(32)
  let app: FastifyInstance
  let queues: Queues
  let outbound: Outbound
  let mediaFolder: string
  let media: MediaStore
  let url = ''
  beforeAll(async () => {
    const { queueUrl = database.url, smtpUrl } = options()
    queues = await openQueues({ url: queueUrl })
    outbound = openOutbound(OutboundConfig.parse({ OUTBOUND_ALLOW: '127.0.0.0/8' }))
    mediaFolder = await mkdtemp(join(tmpdir(), 'parley-console-'))
    media = openDiskStore(pathToFileURL(mediaFolder))
    app = await buildConsole({
      db: database.db,
      queues,
      live: await openLiveHub(queues),
      mail: openMail(smtpUrl, 'Parley <parley@example.com>'),
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
      const { send } = await logInTo(url, email)
      const { csrfToken } = (await send('GET', '/api/me')).json()
      return visitorWith(send, String(csrfToken))
    },
    cookieOf: async (email) => (await logInTo(url, email)).cookie(),
    visit: () => visitorWith(openBrowser(url).send, ''),
  }
}

type Send = (method: string, path: string, body?: unknown, token?: string) => Promise<Answer>

async function logInTo(url: string, email: string) {
  const browser = openBrowser(url)
  const login = await browser.send('POST', '/api/auth/sign-in/email', { email, password })
  if (login.status !== 200) throw new Error(`Log-in failed: ${login.text}`)
  return browser
}

/** Keeps its cookies. */
function openBrowser(url: string): { send: Send; cookie(): string } {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ')
  const send: Send = async (method, path, body, token = '') => {
    const response = await fetch(url + path, {
      method,
      headers: {
        origin: url,
        cookie: cookie(),
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
  return { send, cookie }
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
