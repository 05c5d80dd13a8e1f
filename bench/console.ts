// The inbox in a real browser over a large account: first paint, what people do most, and a long history. Beside it
// the same over a small account, and the bare queries.
import { randomBytes } from 'node:crypto'
import { showId } from '@parley/contracts/ids'
import { createAccount } from '@parley/data/accounts/create-account'
import { countConversations } from '@parley/data/conversations/count-conversations'
import { type ConversationSearch, listConversations } from '@parley/data/conversations/list-conversations'
import { listMessages } from '@parley/data/conversations/list-messages'
import { seedAccount } from '@parley/data/demo/seed-account'
import { saveEndpoint } from '@parley/data/webhooks/save-endpoint'
import { freePort } from '@parley/local-stack/free-port'
import type { Browser } from 'playwright-core'
import { findChromium } from '../e2e/testing/find-chromium.ts'
import { openBrowser, signIn } from '../e2e/testing/launch-browser.ts'
import { type Inbox, openInbox } from './console/inbox.ts'
import { readOptions } from './lib/options.ts'
import { startApp } from './lib/processes.ts'
import { type Stack, withStack } from './lib/stack.ts'
import { percentile, printMachine, printTable, type Row } from './lib/table.ts'

const { contacts, messages, rounds, pixels } = readOptions({
  contacts: 100_000,
  messages: 1_000_000,
  rounds: 7,
  pixels: 400,
})
const small = { contacts: 20, messages: 200 }
const filters = ['unread', 'needs_person', 'bot', 'failed'] as const
/** What people search by: a name that many have, one that few have, and an address. */
const searches = ['Kim', 'Wanjiru Zim', 'svoboda9'] as const

type Figures = Map<string, number[]>
type Subject = { id: string; userId: string; email: string; password: string }

const note = (figures: Figures, what: string, ms: number) => figures.set(what, [...(figures.get(what) ?? []), ms])
const conversationHref = (id: string) => `/inbox/${showId('contact', id)}`
const rowOf = (id: string) => `a[href="${conversationHref(id)}"]`

async function addSubject(stack: Stack, secretsKey: Buffer, name: string, size: typeof small): Promise<Subject> {
  const account = await createAccount(stack.db, {
    kind: 'standard',
    email: `${name}@example.com`,
    name,
    actor: 'bench',
  })
  const startedAt = performance.now()
  await seedAccount(stack.db, account.id, size)
  await saveEndpoint(stack.db, secretsKey, account.id, { kind: 'reply', url: 'https://example.com/', actor: 'bench' })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
  console.log(`seeded ${size.contacts.toLocaleString('en')} contacts and their messages in ${seconds} s`)
  return account
}

/** The newest conversation that a search finds: the row that must come to stand on top. */
async function firstFound(stack: Stack, { id, userId }: Subject, search: string): Promise<string | undefined> {
  const { items } = await listConversations(stack.db, id, { filter: 'all', search, userId, limit: 1 })
  return items[0]?.id
}

async function useInbox(stack: Stack, inbox: Inbox, subject: Subject, figures: Figures): Promise<void> {
  const { page, timePainted } = inbox
  const everything = { filter: 'all', search: '', userId: subject.userId, limit: 6 } as const
  const { items } = await listConversations(stack.db, subject.id, everything)
  for (const { id } of items) {
    const selector = `body:has(${rowOf(id)}[aria-current]) [role=log] [data-direction]`
    note(figures, 'open a conversation', await timePainted(() => page.click(rowOf(id)), { selector }))
  }
  await page.focus('#reply')
  for (const key of 'Hello') note(figures, 'type a character', await timePainted(() => page.keyboard.press(key)))
  const text = `Hello ${crypto.randomUUID()}`
  await page.fill('#reply', text)
  const bubble = { selector: '[data-direction=outgoing]', text }
  note(figures, 'send a reply until it shows', await timePainted(() => page.keyboard.press('Enter'), bubble))
  for (const filter of filters) {
    const chip = `input[value=${filter}] + label`
    const selector = `section:has(${chip}[data-checked]):not([aria-busy=true]):not(:has([aria-label^=Loading]))`
    note(figures, 'switch the filter', await timePainted(() => page.click(chip), { selector }))
  }
  await page.click('input[value=all] + label')
  for (const search of searches) {
    const found = await firstFound(stack, subject, search)
    const sight = found
      ? { selector: `[data-item-index="0"] ${rowOf(found)}` }
      : { selector: 'section', text: `Nobody matches “${search}”` }
    const type = () => page.fill('input[type=search]', search)
    note(figures, `search “${search}”`, await timePainted(type, sight))
  }
}

async function measureInbox(stack: Stack, browser: Browser, url: string, subject: Subject): Promise<Figures> {
  const figures: Figures = new Map()
  const signedIn = await signIn(browser, url, subject)
  // The first visit of all warms up server and browser, and is not counted.
  for (let round = -1; round < rounds; round += 1) {
    const counted: Figures = round < 0 ? new Map() : figures
    const inbox = await openInbox(browser, url, signedIn)
    for (const [when, { firstPaintMs, conversationsMs }] of [
      ['the first time', inbox.first],
      ['again', inbox.again],
    ] as const) {
      note(counted, `open the inbox ${when} until something shows`, firstPaintMs)
      note(counted, `open the inbox ${when} until conversations show`, conversationsMs)
    }
    await useInbox(stack, inbox, subject, counted)
    await inbox.close()
  }
  return figures
}

/** The queries behind it, as the server makes them, without server and browser. */
async function measureQueries(stack: Stack, { id, userId }: Subject, busiest: string): Promise<Row[]> {
  const list =
    (filter: ConversationSearch['filter'], search = '') =>
    () =>
      listConversations(stack.db, id, { filter, search, userId, limit: 40 })
  const queries: Record<string, () => Promise<unknown>> = {
    'counts beside the filters': () => countConversations(stack.db, id, userId),
    'a page of messages': () => listMessages(stack.db, id, busiest, { limit: 50 }),
    'a page of conversations': list('all'),
    ...Object.fromEntries(filters.map((filter) => [`… ${filter}`, list(filter)])),
    ...Object.fromEntries(searches.map((search) => [`… search “${search}”`, list('all', search)])),
  }
  const rows: Row[] = []
  for (const [query, run] of Object.entries(queries)) {
    const took: number[] = []
    for (let round = 0; round < 20; round += 1) {
      const at = performance.now()
      await run()
      took.push(performance.now() - at)
    }
    took.sort((x, y) => x - y)
    rows.push({ query, 'p50 ms': percentile(took, 0.5), 'worst ms': took.at(-1) ?? 0 })
  }
  return rows
}

async function measureHistory(stack: Stack, browser: Browser, url: string, subject: Subject, id: string) {
  const { rows } = await stack.db.pool.query<{ body: string; messages: number }>(
    `select body, (select count(*)::int from message where conversation_id = $1) as messages
     from message where conversation_id = $1 order by accepted_at, id limit 1`,
    [id],
  )
  const [first] = rows
  if (!first) throw new Error('the busiest conversation is empty')
  const { page, scrollToFirst, close } = await openInbox(browser, url, await signIn(browser, url, subject))
  await page.goto(conversationHref(id))
  await page.waitForSelector('[role=log] [data-direction]')
  const { seconds, frameMs, longTaskMs } = await scrollToFirst(first.body, pixels)
  await close()
  frameMs.sort((x, y) => x - y)
  return {
    messages: first.messages,
    'pixels a frame': pixels,
    seconds,
    frames: frameMs.length,
    'frame p50 ms': percentile(frameMs, 0.5),
    'p99 ms': percentile(frameMs, 0.99),
    'worst ms': frameMs.at(-1) ?? 0,
    'tasks over 50 ms': longTaskMs.length,
    'longest task ms': Math.max(0, ...longTaskMs),
  }
}

async function findBusiest(stack: Stack, accountId: string): Promise<string> {
  const { rows } = await stack.db.pool.query<{ id: string }>(
    'select id from conversation where account_id = $1 order by message_count desc limit 1',
    [accountId],
  )
  return rows[0]?.id ?? ''
}

printMachine()
await withStack(async (stack) => {
  await using opened = new AsyncDisposableStack()
  const secretsKey = randomBytes(32)
  const few = await addSubject(stack, secretsKey, 'few', small)
  const many = await addSubject(stack, secretsKey, 'many', { contacts, messages })
  const busiest = await findBusiest(stack, many.id)
  await stack.db.pool.query('checkpoint')

  const port = String(await freePort())
  const app = await startApp('console', {
    ...stack.env,
    SECRETS_KEY: secretsKey.toString('base64'),
    CONSOLE_PORT: port,
    CONSOLE_HOST: '127.0.0.1',
  })
  opened.defer(app.stop)
  const chromium = await findChromium()
  if (!chromium) throw new Error('There is no Chromium here: install one so that it is on the PATH.')
  const browser = await openBrowser(chromium)
  opened.defer(() => browser.close())
  const url = `http://127.0.0.1:${port}`

  printTable('The queries alone', await measureQueries(stack, many, busiest))
  const large = await measureInbox(stack, browser, url, many)
  const ceiling = await measureInbox(stack, browser, url, few)
  printTable(
    `The inbox with ${contacts.toLocaleString('en')} contacts and ${messages.toLocaleString('en')} messages, beside ${small.contacts} and ${small.messages}`,
    [...large].map(([what, took]) => {
      const sorted = took.toSorted((x, y) => x - y)
      const few = (ceiling.get(what) ?? []).toSorted((x, y) => x - y)
      return {
        what,
        'p50 ms': percentile(sorted, 0.5),
        'worst ms': sorted.at(-1) ?? 0,
        'small account p50 ms': percentile(few, 0.5),
        'small account worst ms': few.at(-1) ?? 0,
      }
    }),
  )
  printTable('Scrolling up to the first message of the longest conversation', [
    await measureHistory(stack, browser, url, many, busiest),
    await measureHistory(stack, browser, url, few, await findBusiest(stack, few.id)),
  ])
})
