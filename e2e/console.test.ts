import { describe, expect, test } from 'vitest'
import { testAgencyPages } from './console/agency-flows.ts'
import { testCampaignPages } from './console/campaign-flows.ts'
import { testInbox } from './console/inbox-flows.ts'
import { testOperations } from './console/operator-flows.ts'
import { type Chromium, findChromium } from './testing/find-chromium.ts'
import { incomingPath, message } from './testing/incoming-message.ts'
import { findBarriersInEveryLook } from './testing/open-browser.ts'
import { useStage } from './testing/use-stage.ts'

const chromium = await findChromium()

describe.skipIf(chromium === null)('the console, in a browser, over everything that npm start runs', () => {
  const stage = useStage(chromium as Chromium)

  test('a newcomer logs in, writes in the playground and sees the reply arrive with every stage', async () => {
    const { page, faults } = await stage.visit()
    await page.goto('/')
    await page.getByLabel('E-mail').fill(stage.stack.accounts.agency.email)
    await page.getByLabel('Password', { exact: true }).fill('a wrong one')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('E-mail or password is not right.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(stage.stack.accounts.agency.password)
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
    const { page } = await stage.enter(stage.stack.accounts.subAccount)
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
    expect(await stage.stack.ask(first, incomingPath, message('key-1', 'Hello'))).toMatchObject({ status: 200 })

    await generate()
    await expect.poll(() => shown.inputValue()).not.toBe(first)
    const second = await shown.inputValue()
    await expect
      .poll(async () => (await stage.stack.ask(first, incomingPath, message('key-1', 'Hello?'))).status)
      .toBe(401)
    expect(await stage.stack.ask(second, incomingPath, message('key-1', 'Hello!'))).toMatchObject({ status: 200 })
  })

  testInbox(stage)

  test('an agent who joins by a link answers people and finds no settings, whatever address is typed', async () => {
    const owner = await stage.enter()
    await owner.page.goto('/settings/team')
    await owner.page.getByLabel('E-mail').fill('agent@example.com')
    await owner.page.getByRole('button', { name: 'Invite' }).click()
    const link = owner.page.getByRole('textbox', { name: 'Link' })
    await link.waitFor()

    const { page } = await stage.visit()
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
    const { page } = await stage.enter()
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

  testAgencyPages(stage)
  testCampaignPages(stage)
  testOperations(stage)

  test('no page has a serious barrier, breaks its policy or asks anybody else', async () => {
    const stranger = await stage.visit()
    await stranger.page.goto('/')
    await stranger.page.getByRole('heading', { name: 'Log in to Parley' }).waitFor()
    expect(await findBarriersInEveryLook(stranger.page)).toEqual([])
    const { page, faults } = await stage.enter()
    // Those that are not here are looked at by the tests that use them.
    const settings = ['account', 'webhook', 'team', 'replies'].map((tab) => `settings/${tab}`)
    for (const each of ['playground', 'inbox', 'contacts', 'contacts/lists', ...settings, 'profile']) {
      await page.goto(`/${each}`)
      await page.locator('#content h1, #content section').first().waitFor()
      await page.waitForLoadState('load')
      expect(await findBarriersInEveryLook(page), each).toEqual([])
    }
    expect([...stranger.faults, ...faults]).toEqual([])
  })
})
