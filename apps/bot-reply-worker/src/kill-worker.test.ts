import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { saveEndpoint } from '@parley/data/webhooks/save-endpoint'
import { describeOnEachEngine } from '@parley/testing/engines'
import { inheritedEnv } from '@parley/testing/inherited-env'
import { until } from '@parley/testing/until'
import { expect, test } from 'vitest'
import { useModelServer } from './testing/model-server.ts'
import { createScene, type Scene, secretsKey } from './testing/scene.ts'

/** At each point; `BOT_TEST_KILLS=50 npm test -- bot-reply-worker/src/kill-worker` for the full number. */
const kills = Number(process.env.BOT_TEST_KILLS ?? 1)
const peoplePerKill = 3

/** A lock that the test holds stops the worker exactly there, and `waitsIn` is the statement in which it then waits. */
const points = [
  // The index of a new process is empty, so it has to read the knowledge before it can ask the model.
  { name: 'before generation', hold: 'lock table knowledge_entry', waitsIn: 'knowledge_entry' },
  {
    name: 'after it',
    // One row: while many were being locked, the worker could hold one of them and wait for another.
    hold: 'select from conversation where turn_claimed_until is not null limit 1 for update',
    waitsIn: 'answered_no = $3,',
  },
  {
    name: 'inside the transaction',
    hold: 'select from credit_balance for update',
    waitsIn: 'for update of credit_balance',
  },
  { name: 'before the delivery job', hold: 'lock table bullmq.job in share mode', waitsIn: 'job', isStored: true },
]

describeOnEachEngine('a bot worker that is killed', (engine) => {
  const model = useModelServer()
  // In Redis nothing can be held in this way; there the moment before the delivery job is one of the random ones.
  const held = points.filter(({ hold }) => engine.kind === 'postgres' || !hold.includes('bullmq'))
  const names = [...held.map(({ name }) => name), 'at random']

  test(`answers every turn once and charges for it once, though it happens ${kills} times ${names.join(', ')}`, {
    timeout: 120_000 * (kills + 1),
  }, async () => {
    const { db } = engine.database
    const llm = { baseUrl: model.url, model: 'test' }
    const scene = await createScene(db, { engine: 'llm', llm, fallback: '' }, '100000')
    const endpoint = { kind: 'reply', url: 'https://example.com/hook', actor: 'cli' } as const
    await saveEndpoint(db, secretsKey, scene.accountId, endpoint)

    for (let kill = 0; kill < kills; kill += 1) {
      for (const point of held) {
        await newPeopleWrite(scene)
        await killWhere(point)
        await passClaims()
      }
      await newPeopleWrite(scene)
      await killSomewhere()
      await passClaims()
    }
    model.behave(() => 'Yes.')
    const worker = startWorker()
    await until(async () => (await db.prisma.conversation.count({ where: { answeredNo: 0 } })) === 0, patient)
    await kill(worker)

    const people = kills * names.length * peoplePerKill
    const replies = await scene.replies()
    expect(replies).toHaveLength(people)
    expect(new Set(replies.map(({ conversationId }) => conversationId)).size).toBe(people)
    expect(replies.every(({ sequence, turnNo, body }) => sequence === 1 && turnNo === 1 && body === 'Yes.')).toBe(true)
    expect(await scene.spent()).toBe(people)
    expect((await scene.turns()).map(({ outcome }) => outcome)).toEqual(replies.map(() => 'replied'))
    expect(await db.prisma.delivery.count({ where: { dueAt: { not: null } } })).toBe(people)
  })

  let people = 0
  async function newPeopleWrite(scene: Scene) {
    for (let count = 0; count < peoplePerKill; count += 1) {
      people += 1
      await scene.say('Hello?', { fromId: `person-${people}` })
    }
  }

  async function killWhere({ name, hold, waitsIn, isStored = false }: (typeof points)[number]) {
    const { db } = engine.database
    const repliesBefore = await db.prisma.message.count({ where: { sentBy: 'bot' } })
    const isThere = async () =>
      (await workerWaitsIn(waitsIn)) &&
      (!isStored || (await db.prisma.message.count({ where: { sentBy: 'bot' } })) > repliesBefore)
    const holder = await db.pool.connect()
    const holdOn = () => holder.query(`begin; ${hold}`)
    let worker: ChildProcess | undefined
    try {
      let holding = name === 'before generation' ? holdOn() : undefined
      await holding
      model.behave(async () => {
        holding ??= holdOn()
        await holding
        return 'Yes.'
      })
      worker = startWorker()
      await until(isThere, { ...patient, what: `the worker ${name}` })
    } finally {
      if (worker) await kill(worker)
      await holder.query('rollback')
      holder.release()
    }
  }

  async function killSomewhere() {
    model.behave(async () => {
      await delay(Math.random() * 50)
      return 'Yes.'
    })
    const asked = model.chats.length
    const worker = startWorker()
    try {
      await until(() => model.chats.length > asked, { ...patient, what: 'a question to the model' })
      await delay(Math.random() * 150)
    } finally {
      await kill(worker)
    }
  }

  const patient = { timeoutMs: 60_000 }

  async function kill(worker: ChildProcess) {
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }

  /** As if the time of its claims had passed, which is 10 s. What it did not come to still waits in the queue. */
  const passClaims = () =>
    engine.database.db.pool.query(
      `update conversation set turn_claimed_until = null, turn_due_at = now() - interval '1 s'
       where answered_no = 0 and turn_claimed_until is not null`,
    )

  const workerWaitsIn = async (statement: string) => {
    const { rowCount } = await engine.database.db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and application_name in ('parley-bot-reply-worker', 'parley-queue') and strpos(query, $1) > 0`,
      [statement],
    )
    return rowCount !== 0
  }

  const startWorker = (): ChildProcess =>
    spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...inheritedEnv(),
        DATABASE_URL: engine.database.url,
        REDIS_URL: engine.redisUrl,
        SECRETS_KEY: secretsKey.toString('base64'),
        OUTBOUND_ALLOW: '127.0.0.0/8',
        HEALTH_PORT: '0',
        LOG_LEVEL: 'silent',
      },
    })
})
