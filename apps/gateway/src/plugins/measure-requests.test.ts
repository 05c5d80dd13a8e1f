import { useTestDatabase } from '@parley/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { addAccount } from '../../testing/add-account.ts'
import { startGateway } from '../../testing/start-gateway.ts'

const database = useTestDatabase()

test('requests are counted by method, route and status, and none of their ids and keys is in a label', async () => {
  const { ask, registry, close } = await startGateway({ db: database.db, databaseUrl: database.url })
  onTestFinished(close)
  const { apiKey: key } = await addAccount(database.db)
  await ask('GET /replies', { key })
  await ask(`GET /replies?apiKey=${key}`)
  await ask('GET /messages/msg_nowhere', { key })
  await ask('GET /replies')
  await ask('GET /nowhere/at-all')

  const metrics = await registry.metrics()
  const lines = [...metrics.matchAll(/^parley_request_duration_seconds_count\{(.*\} \d+)$/gm)].map(([, line]) => line)
  const asked = lines.filter((line) => !line?.includes('openapi.json')) // which answers are held against
  expect(asked.sort()).toEqual([
    'method="GET",route="/v1/messages/:messageId",status="404"} 1',
    'method="GET",route="/v1/replies",status="200"} 2',
    'method="GET",route="/v1/replies",status="401"} 1',
    'method="GET",route="unknown",status="404"} 1',
  ])
  expect(metrics).not.toContain(key)
})
