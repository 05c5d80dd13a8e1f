import { Parley } from '@parley/client/parley'
import { showId } from '@parley/contracts/ids'
import { saveEndpoint } from '@parley/data/webhooks/save-endpoint'
import { startReceiver } from '@parley/outbound/receiver'
import { createAgency } from '@parley/testing/agency'
import { describeOnEachEngine } from '@parley/testing/engines'
import { balanceOf, expectSoundLedger } from '@parley/testing/ledger'
import { startApp } from '@parley/testing/start-app'
import { until } from '@parley/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { gatewayOverTls } from './testing/gateway-over-tls.ts'

type Event = { idempotency_key: string; email: string; recharge_amount: number }

describeOnEachEngine('an auto-recharge event', (engine) => {
  test('that comes three times, and is answered by a grant each time, grants once', async () => {
    const { db, url: databaseUrl } = engine.database
    const secretsKey = Buffer.alloc(32, 7)
    const gateway = await gatewayOverTls()
    const stores = { DATABASE_URL: databaseUrl, REDIS_URL: engine.redisUrl, JOB_LOCK_MS: '1000' }
    await Promise.all([
      startApp('gateway', { ...stores, ...gateway.env }),
      startApp('credits-worker', stores),
      startApp('webhook-delivery-worker', {
        ...stores,
        SECRETS_KEY: secretsKey.toString('base64'),
        OUTBOUND_ALLOW: '127.0.0.0/8',
      }),
    ])
    const { id: agencyId, apiKey, subAccounts } = await createAgency(db)
    const [sub] = subAccounts as [{ id: string; email: string }]
    const parley = new Parley({ baseUrl: gateway.url, apiKey })

    // An agency that grants as soon as it is asked, and fails to say so until the third time.
    const answers: ReturnType<typeof parley.subAccounts.grant>[] = []
    const receiver = await startReceiver({
      script: '500x2,204',
      onReceived: ({ raw }) => {
        const { email, idempotency_key, recharge_amount: amount }: Event = JSON.parse(raw)
        answers.push(parley.subAccounts.grant({ email, amount, idempotency_key }))
      },
    })
    onTestFinished(receiver.close)
    const endpoint = { kind: 'auto_recharge', url: receiver.url, actor: 'cli' } as const
    await saveEndpoint(db, secretsKey, agencyId, endpoint)

    await parley.subAccounts.grant({ email: sub.email, amount: 10 })
    await parley.subAccounts.setAutoRecharge(showId('account', sub.id), { threshold: 20, amount: 50 })
    const isDelivered = async () => {
      // As if the time until its next attempt had passed.
      await db.pool.query(`update delivery set due_at = now() - interval '1 s' where retry_no > 0 and due_at > now()`)
      return (await db.prisma.delivery.count({ where: { deliveredAt: { not: null } } })) === 1
    }
    await until(isDelivered, { timeoutMs: 30_000, what: 'the third delivery' })

    const [request] = await db.prisma.rechargeRequest.findMany()
    expect(receiver.received.map(({ raw }) => JSON.parse(raw).idempotency_key)).toEqual(
      Array(3).fill(request?.idempotencyKey),
    )
    expect((await Promise.all(answers)).map(({ new_balance }) => new_balance)).toEqual([60, 60, 60])
    expect(await balanceOf(db, sub.id)).toBe('60')
    const entries = await db.prisma.creditEntry.findMany({ orderBy: { number: 'asc' } })
    expect(entries.map(({ amount }) => amount.toString())).toEqual(['10', '50'])
    expect(request).toMatchObject({ state: 'granted', entryId: entries[1]?.id })
    await expectSoundLedger(db)
  })
})
