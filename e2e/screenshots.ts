// npm run screenshots: pictures of the console, from everything that npm start runs, into docs/screenshots.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { furnish } from './screenshots/furnish.ts'
import { findChromium } from './testing/find-chromium.ts'
import { logIn, openBrowser, sizes } from './testing/launch-browser.ts'
import { type Stack, startStack } from './testing/start-stack.ts'
import { startReceiver } from './testing/webhook-receiver.ts'

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const path = '/incoming_custom_channel_message'

type Look = { size?: keyof typeof sizes; scheme?: 'light' | 'dark' }
type Shot = Look & { name: string; at: string; until: string; before?(page: Page): Promise<unknown> }

const openFirst = async (page: Page) => {
  await page.getByText('Needs a person', { exact: true }).first().waitFor()
  await page.locator('a[href^="/inbox/"]', { hasText: 'I would rather talk to a human' }).first().click()
  await page.locator('[role=log] [data-direction]').first().waitFor()
}

const shots: Shot[] = [
  { name: 'inbox', at: '/inbox', until: 'Needs a person', before: openFirst },
  { name: 'inbox-dark', scheme: 'dark', at: '/inbox', until: 'Needs a person', before: openFirst },
  {
    name: 'playground',
    at: '/playground',
    until: 'Playground',
    async before(page) {
      await page.getByRole('button', { name: 'When are you open?' }).click()
      await page.getByText('The signature is valid').waitFor()
    },
  },
  { name: 'contacts', at: '/contacts', until: '@example.com' },
  {
    name: 'campaigns',
    at: '/campaigns',
    until: 'Workshop',
    async before(page) {
      await page.getByText('Demo shop', { exact: true }).click()
      await page.getByText('Try it').first().waitFor()
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
  { name: 'agency', at: '/agency', until: 'Harbour Bikes Porto' },
  { name: 'webhook', at: '/settings/webhook', until: 'Answered 503' },
  { name: 'operations', at: '/operations', until: 'webhook-delivery' },
  { name: 'phone-inbox', size: 'phone', at: '/inbox', until: 'Needs a person' },
  { name: 'phone-conversation', size: 'phone', at: '/inbox', until: 'Needs a person', before: openFirst },
]

/** Real traffic, so that there are attempts to look at: some arrive, one does not at first. */
async function deliverSome(stack: Stack, page: Page): Promise<void> {
  const receiver = await startReceiver()
  await page.goto('/settings/webhook')
  await page.getByLabel('URL').fill(receiver.url)
  await page.getByRole('button', { name: 'Save' }).click()
  const ask = async (fromId: string, firstName: string, body: string) => {
    const customData = { messageSid: crypto.randomUUID(), fromId, toId: 'shop', firstName, body, channel: 'web chat' }
    await stack.ask(stack.accounts.agency.apiKey, path, { customData })
  }
  const arrived = async (count: number) => {
    while (receiver.bodies.length < count) await page.waitForTimeout(100)
  }
  await ask('visitor-1', 'Elena', 'When are you open on Saturday?')
  await ask('visitor-2', 'Karim', 'How long does delivery take?')
  await arrived(2)
  receiver.status = 503
  await ask('visitor-3', 'Ida', 'Can I return a helmet?')
  await arrived(3)
  receiver.status = 200
  await arrived(4)
  await receiver.close()
}

async function visit(browser: Browser, stack: Stack, { size = 'desk', scheme = 'light' }: Look): Promise<Page> {
  const context = await browser.newContext({
    baseURL: stack.consoleUrl,
    viewport: sizes[size],
    deviceScaleFactor: size === 'phone' ? 2 : 1,
    colorScheme: scheme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  await logIn(context, stack.consoleUrl, stack.accounts.agency)
  return context.newPage()
}

async function take(browser: Browser, stack: Stack, shot: Shot): Promise<void> {
  const page = await visit(browser, stack, shot)
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
try {
  await furnish(stack)
  const page = await visit(browser, stack, {})
  await deliverSome(stack, page)
  await page.context().close()
  for (const shot of shots) await take(browser, stack, shot)
} finally {
  await browser.close()
  await stack.stop()
}
