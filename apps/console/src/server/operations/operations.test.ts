import { newId, showId } from '@parley/contracts/ids'
import { setAside } from '@parley/data/pipeline/dead-letters'
import { acceptedMessage } from '@parley/testing/accepted-message'
import { createAgency } from '@parley/testing/agency'
import { useTestDatabase } from '@parley/testing/test-database'
import { until } from '@parley/testing/until'
import { beforeAll, expect, test } from 'vitest'
import { addMember } from '../../../testing/add-member.ts'
import { useConsole, type Visitor } from '../../../testing/use-console.ts'

const database = useTestDatabase()
const server = useConsole(database)
let operator: Visitor
let operatorEmail: string

beforeAll(async () => {
  const { id } = await createAgency(database.db)
  ;({ email: operatorEmail } = await addMember(database.db, id, 'viewer', true))
  operator = await server.logIn(operatorEmail)
})

test('a failed job shows with its reason, and is put back when asked', async () => {
  const queue = server.queues.queue('credits')
  const worker = server.queues.engine.newWorker('credits', () => Promise.reject(new Error('out of order')), {
    concurrency: 1,
  })
  const running = worker.run()
  await queue.add('any', {}, { attempts: 1 })
  await until(async () => (await queue.getFailedCount()) === 1)
  await worker.close()
  await running

  const stateOf = async () => {
    const states = (await operator('GET /operations/queues')).json() as unknown as { name: string }[]
    return states.find(({ name }) => name === 'credits')
  }
  expect(await stateOf()).toMatchObject({ failed: 1, waiting: 0, workers: 0 })
  const params = { queue: 'credits' }
  const [job] = (await operator('GET /operations/queues/:queue/failed', { params })).json() as unknown as {
    id: string
  }[]
  expect(job).toMatchObject({ name: 'any', reason: 'out of order', attempts: 1 })
  await operator('POST /operations/queues/:queue/retry', { params, body: { job: job?.id } })
  expect(await stateOf()).toMatchObject({ failed: 0, waiting: 1, oldestWaitS: expect.any(Number) })
})

test('dead letters show with their reason, and go back into the queue one by one or all', async () => {
  const messages = ['first', 'second', 'third'].map((sid) => acceptedMessage(newId(), sid))
  for (const message of messages) await setAside(database.db, message, `reason of ${message.sid}`)
  const list = async () => (await operator('GET /operations/dead-letters')).json()
  // Those of one millisecond come in any order.
  const reasons = messages.map(({ sid }) => expect.objectContaining({ sid, reason: `reason of ${sid}` }))
  expect(await list()).toHaveLength(3)
  expect(await list()).toEqual(expect.arrayContaining(reasons))

  const id = showId('message', messages[0]?.id ?? '')
  const requeue = (body: object) => operator('POST /operations/dead-letters/requeue', { body })
  expect((await requeue({ id })).json()).toEqual({ requeued: 1 })
  expect((await requeue({ id })).status).toBe(404)
  expect((await requeue({})).json()).toEqual({ requeued: 2 })
  expect(await list()).toEqual([])
  expect(await server.queues.queue('ingest-bulk').getWaitingCount()).toBe(3)
})

test('the board is for operators, and its page asks nobody else for anything', async () => {
  const board = `${server.url}/operations/board/`
  expect((await fetch(board)).status).toBe(403)
  const page = await fetch(board, { headers: { cookie: await server.cookieOf(operatorEmail) } })
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
  const html = await page.text()
  expect(html).toContain('__UI_CONFIG__')
  expect(html).not.toMatch(/https?:\/\//)
})
