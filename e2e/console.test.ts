import { aPng } from '@parley/media/testing/files'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFileServer } from './testing/file-server.ts'
import { type Chromium, findChromium } from './testing/find-chromium.ts'
import { logIn, openBrowser } from './testing/launch-browser.ts'
import { findBarriers, looks, visit } from './testing/open-browser.ts'
import { type Stack, startStack } from './testing/start-stack.ts'
import { startReceiver } from './testing/webhook-receiver.ts'

const path = '/incoming_custom_channel_message'
const message = (fromId: string, body: string, name = 'Ada') => ({
  customData: { messageSid: crypto.randomUUID(), fromId, toId: 'shop', body, firstName: name, lastName: 'Lovelace' },
})

const chromium = await findChromium()

describe.skipIf(chromium === null)('the console, in a browser, over everything that npm start runs', () => {
  let stack: Stack
  let browser: Browser
  beforeAll(async () => {
    ;[stack, browser] = await Promise.all([startStack(), openBrowser(chromium as Chromium)])
  }, 90_000)
  afterAll(async () => {
    await browser?.close()
    await stack?.stop()
  }, 60_000)

  const enter = async (account = stack.accounts.agency) => {
    const visitor = await visit(browser, stack.consoleUrl)
    await logIn(visitor.context, stack.consoleUrl, account)
    return visitor
  }

  test('a newcomer logs in, writes in the playground and sees the reply arrive with every stage', async () => {
    const { page, faults } = await visit(browser, stack.consoleUrl)
    await page.goto('/')
    await page.getByLabel('E-mail').fill(stack.accounts.agency.email)
    await page.getByLabel('Password', { exact: true }).fill('a wrong one')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('E-mail or password is not right.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(stack.accounts.agency.password)
    await page.getByRole('button', { name: 'Log in' }).click()

    await page.getByRole('button', { name: 'When are you open?' }).click()
    for (const stage of ['Request accepted', 'Stored', 'Bot decided', 'Reply written', 'Posted to the webhook']) {
      await page.getByText(stage).waitFor()
    }
    await page.getByText('The signature is valid').waitFor()
    await page.getByText('We are open Monday to Friday').first().waitFor()
    expect(faults).toEqual([])
  })

  test('a new key works at once and kills the one before', async () => {
    const { page } = await enter(stack.accounts.subAccount)
    await page.goto('/settings')
    const generate = async () => {
      await page.getByRole('button', { name: 'Generate' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Generate' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      return page.getByRole('textbox', { name: 'New API key' })
    }
    const shown = await generate()
    await shown.waitFor()
    const first = await shown.inputValue()
    expect(await stack.ask(first, path, message('key-1', 'Hello'))).toMatchObject({ status: 200 })

    await generate()
    await expect.poll(() => shown.inputValue()).not.toBe(first)
    const second = await shown.inputValue()
    await expect.poll(async () => (await stack.ask(first, path, message('key-1', 'Hello?'))).status).toBe(401)
    expect(await stack.ask(second, path, message('key-1', 'Hello!'))).toMatchObject({ status: 200 })
  })

  test('a message shows without reload; a reply reaches the webhook, fails with its reason, and is tried again', async () => {
    const receiver = await startReceiver()
    const { page, faults } = await enter()
    await page.goto('/settings/webhook')
    await page.getByLabel('URL').fill(receiver.url)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Test now' }).click()
    await page.getByText('The test arrived').waitFor()

    await page.goto('/inbox')
    await page.getByText('Playground visitor').waitFor()
    await stack.ask(stack.accounts.agency.apiKey, path, message('ada', 'Can I speak to somebody?'))
    await page.getByText('Ada Lovelace').click()

    const reply = page.getByRole('textbox', { name: 'Reply' })
    await reply.fill('Of course, I am here.')
    await reply.press('Enter')
    await page.getByText('Hand back to the bot').waitFor()
    await expect.poll(() => receiver.bodies.map(({ body }) => body)).toContain('Of course, I am here.')
    await page.getByText('Sent', { exact: true }).last().waitFor()

    receiver.status = 500
    await reply.fill('Does this arrive?')
    await reply.press('Enter')
    const sent = page.locator('[data-direction=outgoing]', { hasText: 'Does this arrive?' })
    await sent.getByText('Failed', { exact: true }).waitFor()
    await sent.getByText('500').waitFor()
    receiver.status = 200
    await sent.getByRole('button', { name: 'Try again' }).click()
    await sent.getByText('Sent', { exact: true }).waitFor()
    expect(faults).toEqual([])
    await receiver.close()
  })

  test('attachments show where they were sent: a picture, a file to save, one under way, one that cannot be had', async () => {
    const { page, faults } = await enter()
    const elsewhere = await startFileServer({ '/slow.png': 'held', '/private.png': 401 })
    const send = (sid: string, mediaUrl: string, mediaContentType: string) =>
      stack.ask(stack.accounts.agency.apiKey, path, {
        customData: { ...message('mona', sid, 'Mona').customData, mediaUrl, mediaContentType },
      })
    await send('Here is my picture', `data:image/png;base64,${aPng.toString('base64')}`, 'image/png')
    await send('A drawing', `data:image/svg+xml,${encodeURIComponent('<svg onload="alert(1)"/>')}`, 'image/svg+xml')
    await send('Behind a login', `${elsewhere.url}/private.png`, 'image/png')
    await send('This one takes time', `${elsewhere.url}/slow.png`, 'image/png')

    await page.goto('/inbox')
    await page.getByText('Mona Lovelace').click()
    const of = (body: string) => page.locator('[data-direction=incoming]', { hasText: body })
    await of('Behind a login').getByText('could not be fetched: The URL asks for a login (401)').waitFor()
    const picture = of('Here is my picture').getByRole('img')
    await expect.poll(() => picture.evaluate((image) => (image as { naturalWidth?: number }).naturalWidth)).toBe(1)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      of('A drawing').getByRole('link', { name: 'image/svg+xml' }).click(),
    ])
    expect(saved.suggestedFilename()).toMatch(/^media-[0-9a-f]{8}\.bin$/)
    await of('This one takes time').getByText('Fetching the attachment').waitFor()
    expect(await findBarriers(page)).toEqual([])
    elsewhere.release(aPng)
    await of('This one takes time').getByRole('img').waitFor()
    expect(faults).toEqual([])
  })

  test('an agent who joins by a link answers people and finds no settings, whatever address is typed', async () => {
    const owner = await enter()
    await owner.page.goto('/settings/team')
    await owner.page.getByLabel('E-mail').fill('agent@example.com')
    await owner.page.getByRole('button', { name: 'Invite' }).click()
    const link = owner.page.getByRole('textbox', { name: 'Link' })
    await link.waitFor()

    const { page } = await visit(browser, stack.consoleUrl)
    await page.goto(new URL(await link.inputValue()).pathname)
    await page.getByLabel('Your name').fill('Grace')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('link', { name: 'Inbox' }).waitFor()
    await page.goto('/settings/account')
    await page.getByRole('heading', { name: 'Canned replies' }).waitFor()
    expect(await page.getByText('API key').count()).toBe(0)
    await page.goto('/agency')
    await page.getByText('There is nothing here for you').waitFor()
  })

  test('contacts are imported from a file, with a report of the bad rows', async () => {
    const { page } = await enter()
    await page.goto('/contacts')
    await page.getByRole('button', { name: 'Import' }).click()
    const csv =
      'First name,Last name,Phone,E-mail\nAlan,Turing,+44 20 7946 0001,\nNo,Number,12,\nKatherine,Johnson,,k@example.com\n'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: 'Import 3 rows' }).click()
    await page.getByText('2 created, 0 were there already, 1 could not be taken.').waitFor()
    await page.getByText('Line 3').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Alan Turing' }).waitFor()
  })

  test.each(looks)(
    'no page has a serious barrier, breaks its policy or asks anybody else: $scheme, $size',
    async (look) => {
      const { page, context, faults } = await visit(browser, stack.consoleUrl, look)
      await page.goto('/')
      await page.getByRole('heading', { name: 'Log in to Parley' }).waitFor()
      expect(await findBarriers(page)).toEqual([])
      await logIn(context, stack.consoleUrl, stack.accounts.agency)
      const pages = [
        'playground',
        'inbox',
        'contacts',
        'contacts/lists',
        'campaigns',
        'overview',
        'agency',
        'settings/account',
      ]
      for (const each of [...pages, 'settings/webhook', 'settings/team', 'settings/replies', 'operations', 'profile']) {
        await page.goto(`/${each}`)
        await page.locator('#content h1, #content section').first().waitFor()
        await page.waitForLoadState('load')
        expect(await findBarriers(page), each).toEqual([])
      }
      expect(faults).toEqual([])
    },
    180_000,
  )
})
