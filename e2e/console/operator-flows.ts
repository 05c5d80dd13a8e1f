import { openQueues } from '@parley/queues/open-queues'
import { expect, test } from 'vitest'
import { findBarriersInEveryLook } from '../testing/open-browser.ts'
import type { Stage } from '../testing/use-stage.ts'

export function testOperations(stage: Stage): void {
  test('an operator sees why a job failed, puts it back, and opens the board; nobody else does', async () => {
    const queues = await openQueues({ url: stage.stack.databaseUrl })
    await queues.queue('credits').add('unheard-of', {}, { attempts: 1 })
    await queues.close()

    const { page, faults } = await stage.enter()
    await page.goto('/operations')
    for (const queue of ['ingest', 'bot-reply', 'webhook-delivery', 'credits']) {
      await page.getByRole('row', { name: new RegExp(`^${queue} `) }).waitFor()
    }
    await page.getByRole('button', { name: '1 failed jobs of credits' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('No handler for job "unheard-of"').waitFor()
    await drawer.getByText('1 attempt').waitFor()
    expect(await findBarriersInEveryLook(page)).toEqual([])
    await drawer.getByRole('button', { name: 'Retry', exact: true }).click()
    await page.getByText('Put back: 1 job.').waitFor()

    await page.goto('/operations/board/')
    await page.getByText('webhook-delivery').first().waitFor()
    expect(faults).toEqual([])

    const other = await stage.enter(stage.stack.accounts.subAccount)
    const refused = await other.page.goto('/operations/board/')
    expect(refused?.status()).toBe(403)
    await other.page.goto('/operations')
    await other.page.getByText('There is nothing here for you').waitFor()
  })

  test('the overview draws what came and went', async () => {
    const { page, faults } = await stage.enter()
    await page.goto('/overview')
    await page.getByRole('figure', { name: 'Messages in and out' }).waitFor()
    await page.getByText('from the first unanswered message').waitFor()
    await page.getByText('30 days').click()
    await page.getByText('Messages per day').waitFor()
    expect(await findBarriersInEveryLook(page)).toEqual([])
    expect(faults).toEqual([])
  })
}
