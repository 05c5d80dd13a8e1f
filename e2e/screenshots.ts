// npm run screenshots: pictures of the console, from everything that npm start runs, into docs/screenshots.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { startReceiver } from '@parley/outbound/receiver'
import type { Browser, Page } from 'playwright-core'
import { furnish } from './screenshots/furnish.ts'
import { findChromium } from './testing/find-chromium.ts'
import { openBrowser, signIn, sizes } from './testing/launch-browser.ts'
import { startStack } from './testing/start-stack.ts'

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const path = '/incoming_custom_channel_message'

type Look = {
  size?: keyof typeof sizes
  scheme?: 'light' | 'dark'
  /** Of the window, where a page is longer than most. */
  height?: number
}
type Shot = Look & {
  name: string
  at: string
  /** What must be there to be seen. */
  until: string
  before?(page: Page): Promise<unknown>
}

/** A conversation in which somebody waits for a person, whatever stands on top of the list. */
const openWaiting = async (page: Page) => {
  const account = stack.accounts.agency.id
  const answer = await page.request.get(`/api/accounts/${account}/conversations?filter=needs_person`)
  const { items } = (await answer.json()) as { items: { id: string; preview: string }[] }
  const waiting = items.find(({ preview }) => preview.includes('rather talk to a human')) ?? items[0]
  await page.goto(`/inbox/${waiting?.id}`)
  await page.getByText('Hi, the gears of my').last().waitFor()
}

const shots: Shot[] = [
  { name: 'inbox', at: '/inbox', until: 'Needs a person', before: openWaiting },
  { name: 'inbox-dark', scheme: 'dark', at: '/inbox', until: 'Needs a person', before: openWaiting },
  {
    name: 'playground',
    at: '/playground',
    until: 'Playground',
    async before(page) {
      await page.getByRole('button', { name: 'When are you open?' }).click()
      await page.getByText('The signature is valid').waitFor()
    },
  },
  {
    name: 'campaigns',
    at: '/campaigns',
    until: 'Workshop',
    async before(page) {
      await page.getByText('Demo shop', { exact: true }).click()
      await page.getByPlaceholder('Ask as a customer…').fill('How long does delivery take?')
      await page.keyboard.press('Enter')
      await page.getByText('within two to three working days').first().waitFor()
    },
  },
  {
    name: 'overview',
    at: '/overview',
    until: 'Messages per hour',
    async before(page) {
      await page.getByText('7 days').click()
      await page.locator('.recharts-surface').first().waitFor()
    },
  },
  { name: 'agency', at: '/agency', until: 'Harbour Bikes Porto', height: 1260 },
  { name: 'webhook', at: '/settings/webhook', until: 'Replay failed ones', height: 990 },
  { name: 'operations', at: '/operations', until: 'webhook-delivery' },
  { name: 'phone-inbox', size: 'phone', at: '/inbox', until: 'Needs a person' },
  { name: 'phone-conversation', size: 'phone', at: '/inbox', until: 'Needs a person', before: openWaiting },
]

/** Real traffic, so that there are attempts to look at: some arrive, one does not at first. */
async function deliverSome(page: Page): Promise<void> {
  const receiver = await startReceiver()
  await page.goto('/settings/webhook')
  await page.getByLabel('URL').fill(receiver.url)
  await page.getByRole('button', { name: 'Save' }).click()
  const ask = async (fromId: string, firstName: string, lastName: string, body: string) => {
    const name = { firstName, lastName, email: `${firstName.toLowerCase()}@example.com` }
    const customData = { messageSid: crypto.randomUUID(), fromId, toId: 'shop', body, channel: 'web chat', ...name }
    await stack.ask(stack.accounts.agency.apiKey, path, { customData })
  }
  const arrived = async (count: number) => {
    while (receiver.received.length < count) await page.waitForTimeout(100)
  }
  await ask('visitor-1', 'Elena', 'Petrov', 'When are you open on Saturday?')
  await ask('visitor-2', 'Karim', 'Haddad', 'How long does delivery take?')
  await arrived(2)
  receiver.follow('503')
  await ask('visitor-3', 'Ida', 'Larsen', 'Can I return a helmet?')
  await arrived(3)
  receiver.follow('200')
  await arrived(4)
  await receiver.close()
}

async function visit(browser: Browser, { size = 'desk', scheme = 'light', height }: Look): Promise<Page> {
  const context = await browser.newContext({
    baseURL: stack.consoleUrl,
    viewport: { ...sizes[size], ...(height && { height }) },
    deviceScaleFactor: size === 'phone' ? 2 : 1,
    colorScheme: scheme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    storageState: signedIn,
  })
  return context.newPage()
}

async function take(browser: Browser, shot: Shot): Promise<void> {
  const page = await visit(browser, shot)
  await page.goto(shot.at)
  await page.getByText(shot.until).first().waitFor()
  await shot.before?.(page)
  await page.waitForLoadState('networkidle').catch(() => {})
  await page.screenshot({ path: `${folder}${shot.name}.png`, animations: 'disabled' })
  const { length } = await readFile(`${folder}${shot.name}.png`)
  console.log(`docs/screenshots/${shot.name}.png ${Math.round(length / 1024)} KB`)
  await page.context().close()
}

const chromium = await findChromium()
if (!chromium) throw new Error('There is no Chromium here: install one so that it is on the PATH.')
const stack = await startStack()
const browser = await openBrowser(chromium)
const signedIn = await signIn(browser, stack.consoleUrl, stack.accounts.agency)
try {
  await furnish(stack)
  await take(browser, { name: 'contacts', at: '/contacts', until: '@example.com' })
  const page = await visit(browser, {})
  await deliverSome(page)
  await page.context().close()
  for (const shot of shots) await take(browser, shot)
} finally {
  await browser.close()
  await stack.stop()
}
