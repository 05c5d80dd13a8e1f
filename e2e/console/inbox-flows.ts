import { aPng } from '@parley/media/testing/files'
import { startReceiver } from '@parley/outbound/receiver'
import { startCutter } from '@parley/testing/cutter'
import { expect, onTestFinished, test } from 'vitest'
import { startFileServer } from '../testing/file-server.ts'
import { incomingPath, message } from '../testing/incoming-message.ts'
import { findBarriersInEveryLook } from '../testing/open-browser.ts'
import type { Stage } from '../testing/use-stage.ts'

export function testInbox(stage: Stage): void {
  test('a message shows without reload; a reply reaches the webhook, fails with its reason, and is tried again', async () => {
    const receiver = await startReceiver()
    const { page, faults } = await stage.enter()
    await page.goto('/settings/webhook')
    await page.getByLabel('URL').fill(receiver.url)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Test now' }).click()
    await page.getByText('The test arrived').waitFor()

    await page.goto('/inbox')
    await page.getByText('Playground visitor').waitFor()
    await stage.stack.ask(stage.stack.accounts.agency.apiKey, incomingPath, message('ada', 'Can I speak to somebody?'))
    await page.getByText('Ada Lovelace').click()

    const reply = page.getByRole('textbox', { name: 'Reply' })
    await reply.fill('Of course, I am here.')
    await reply.press('Enter')
    await page.getByText('Hand back to the bot').waitFor()
    await expect.poll(() => receiver.received.map(({ raw }) => JSON.parse(raw).body)).toContain('Of course, I am here.')
    await page.getByText('Sent', { exact: true }).last().waitFor()

    receiver.follow('500')
    await reply.fill('Does this arrive?')
    await reply.press('Enter')
    const sent = page.locator('[data-direction=outgoing]', { hasText: 'Does this arrive?' })
    await sent.getByText('Failed', { exact: true }).waitFor()
    await sent.getByText('500').waitFor()
    receiver.follow('200')
    await sent.getByRole('button', { name: 'Try again' }).click()
    await sent.getByText('Sent', { exact: true }).waitFor()
    expect(faults).toEqual([])
    await receiver.close()
  })

  test('attachments show where they were sent: a picture, a file to save, one under way, one that cannot be had', async () => {
    const { page, faults } = await stage.enter()
    const elsewhere = await startFileServer({ '/slow.png': 'held', '/private.png': 401 })
    const send = (sid: string, mediaUrl: string, mediaContentType: string) =>
      stage.stack.ask(stage.stack.accounts.agency.apiKey, incomingPath, {
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
    expect(await findBarriersInEveryLook(page)).toEqual([])
    elsewhere.release(aPng)
    await of('This one takes time').getByRole('img').waitFor()
    expect(faults).toEqual([])
  })

  test('what came while the console was out of reach shows when it is back, without reload', async () => {
    const cutter = await startCutter(stage.stack.consoleUrl)
    onTestFinished(cutter.close)
    const [{ page }, other] = [await stage.enter(undefined, { url: cutter.url }), await stage.enter()]
    const send = (body: string) =>
      stage.stack.ask(stage.stack.accounts.agency.apiKey, incomingPath, message('joan', body, 'Joan'))
    await send('Hello')
    for (const each of [page, other.page]) {
      await each.goto('/inbox')
      await each.getByText('Joan Lovelace').click()
      await each.getByRole('log').getByText('Hello').waitFor()
    }
    cutter.cut('bad gateway')
    await page.getByText('Reconnecting…').waitFor()
    for (const body of ['First of the gap', 'Last of the gap']) {
      await send(body)
      await other.page.getByRole('log').getByText(body).waitFor()
    }
    cutter.mend()
    await page.getByRole('log').getByText('First of the gap').waitFor()
    await page.getByRole('log').getByText('Last of the gap').waitFor()
    await page.getByText('Reconnecting…').waitFor({ state: 'hidden' })
    await send('After the gap')
    await page.getByRole('log').getByText('After the gap').waitFor()
  })
}
