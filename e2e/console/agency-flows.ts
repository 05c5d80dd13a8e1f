import { startReceiver } from '@parley/outbound/receiver'
import { expect, test } from 'vitest'
import { findBarriersInEveryLook } from '../testing/open-browser.ts'
import type { Stage } from '../testing/use-stage.ts'

export function testAgencyPages(stage: Stage): void {
  test('an agency makes a sub-account, grants, sets a rule, answers its request, and grants from a file; the client logs in', async () => {
    const receiver = await startReceiver()
    const { page, faults } = await stage.enter()
    const dialog = page.getByRole('dialog')
    await page.goto('/agency')
    await page.getByRole('figure', { name: 'Credits used by day' }).waitFor()

    await page.getByRole('button', { name: 'New sub-account' }).click()
    await dialog.getByLabel('E-mail').fill('client@example.com')
    await dialog.getByLabel('Name').fill('Client Ltd')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('textbox', { name: 'API key' }).waitFor()
    const password = await dialog.getByRole('textbox', { name: 'Password' }).inputValue()
    expect(await findBarriersInEveryLook(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()

    const openAction = async (name: string) => {
      await page.getByRole('button', { name: 'Actions for Client Ltd' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await openAction('Grant credits…')
    await dialog.getByLabel('Credits').fill('25')
    await dialog.getByText('Balance now 0, then 25').waitFor()
    await dialog.getByRole('button', { name: 'Grant' }).click()
    await page.getByText('Granted 25 credits to Client Ltd.').waitFor()

    await page.getByRole('button', { name: 'Set the address' }).click()
    await dialog.getByLabel('URL').fill(receiver.url)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('textbox', { name: 'Signing secret' }).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await openAction('Auto-recharge…')
    await dialog.getByRole('textbox', { name: 'When it is below' }).fill('30')
    await dialog.getByRole('textbox', { name: 'Ask for' }).fill('40')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('40 when below 30').waitFor()
    await page.getByRole('button', { name: 'Grant…' }).click()
    await dialog.getByText('Balance now 25, then 65').waitFor()
    await dialog.getByRole('button', { name: 'Grant' }).click()
    await page.getByText('Nobody is asking for credits.').waitFor()

    await page.getByRole('button', { name: 'Grant from a file' }).click()
    const csv = 'email,amount,description\nclient@example.com,5,Welcome\nnobody@example.com,5,\n'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'grants.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await dialog.getByText('1 of 2 rows can be granted (5 credits); 1 cannot.').waitFor()
    await dialog.getByText('nobody@example.com').waitFor()
    expect(await findBarriersInEveryLook(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Grant 5 credits' }).click()
    await dialog.getByText('1 grant made, 1 not made').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('link', { name: 'Client Ltd' }).click()
    const row = page.getByRole('row', { name: /Welcome/ })
    await row.getByText('+5').waitFor()
    await row.getByText('70').waitFor()
    await row.getByRole('button', { name: 'Take back…' }).click()
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await page.getByText('The credits are taken back.').waitFor()
    await page.getByText('Taken back', { exact: true }).waitFor()
    expect(await findBarriersInEveryLook(page)).toEqual([])
    expect(faults).toEqual([])
    await receiver.close()

    const client = await stage.enter({ email: 'client@example.com', password })
    await client.page.goto('/overview')
    await client.page.getByText('Quiet so far').waitFor()
    await client.page.getByText('left, 0 used in this time').waitFor()
    expect(await findBarriersInEveryLook(client.page)).toEqual([])
    expect(client.faults).toEqual([])
  })
}
