import { expect, test } from 'vitest'
import { findBarriersInEveryLook } from '../testing/open-browser.ts'
import type { Stage } from '../testing/use-stage.ts'

export function testCampaignPages(stage: Stage): void {
  test('a campaign is made, learns from a file, is tried, gets a keyword and becomes the default', async () => {
    const { page, faults } = await stage.enter(stage.stack.accounts.subAccount)
    await page.goto('/campaigns')
    await page.getByRole('button', { name: 'New campaign' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Refunds')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Refunds' }).waitFor()
    await page.getByText('It knows nothing yet').waitFor()

    const csv = 'question,answer\nHow do I get my money back?,Within 14 days.\nWho pays the parcel?,We do.\n'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'refunds.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText('2 imported.').waitFor()
    await page.getByRole('button', { name: 'Edit: Who pays the parcel?' }).click()
    const answer = page.getByRole('textbox', { name: 'Answer', exact: true })
    await answer.fill('We do, both ways.')
    await page.locator('form', { has: answer }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('We do, both ways.').waitFor()

    await page.getByLabel('Ask as a customer').fill('Who pays for the parcel?')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByText('Rests on').waitFor()
    expect(await page.getByText('We do, both ways.').count()).toBe(2)

    const keywords = page.getByRole('combobox', { name: 'Keywords' })
    await keywords.fill('money back')
    await keywords.press('Enter')
    await page.getByRole('switch', { name: 'Default' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. It counts from the next message on.').waitFor()
    expect(await findBarriersInEveryLook(page)).toEqual([])

    await page.getByRole('link', { name: 'All campaigns' }).click()
    const card = page.getByRole('link', { name: /Refunds/ })
    await card.getByText('Default').waitFor()
    await card.getByText('Keywords: money back').waitFor()
    expect(await page.getByText('Default', { exact: true }).count()).toBe(1)
    expect(await findBarriersInEveryLook(page)).toEqual([])
    expect(faults).toEqual([])
  })
}
