import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '@parley/contracts/ids'
import { freePort } from '@parley/local-stack/free-port'
import { findRedisServer, startRedis } from '@parley/local-stack/start-redis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { takeTurn } from './catalog.ts'
import { openEngine } from './engine.ts'
import { openQueues } from './open-queues.ts'

async function redisWith(settings: Record<string, string>, port?: number) {
  const dir = await mkdtemp(join(tmpdir(), 'parley-redis-'))
  const redis = await startRedis({ dir, settings, ...(port && { port }) })
  onTestFinished(async () => {
    await redis.stop()
    await rm(dir, { recursive: true, force: true })
  })
  return redis
}

test('a URL of neither engine is refused with the ones that work', () => {
  expect(() => openEngine({ url: 'mysql://localhost' })).toThrow(
    'use redis://, rediss://, redis+cluster:// or postgres://',
  )
})

describe.skipIf(!findRedisServer())('Redis as the engine', () => {
  test('a server that could lose accepted messages is named as such, unless that is accepted', async () => {
    const { url } = await redisWith({ appendfsync: 'everysec', 'maxmemory-policy': 'allkeys-lru' })
    const engine = await openEngine({ url })
    onTestFinished(() => engine.close())
    const fault = await engine.fault()
    expect(fault).toContain('appendfsync is everysec')
    expect(fault).toContain('maxmemory-policy is allkeys-lru')

    const accepting = await openEngine({ url, acceptUnsafeRedis: true })
    onTestFinished(() => accepting.close())
    expect(await accepting.fault()).toBeUndefined()
  })

  test('a server without an append-only file is named as such', async () => {
    const { url } = await redisWith({ appendonly: 'no' })
    const engine = await openEngine({ url })
    onTestFinished(() => engine.close())
    expect(await engine.fault()).toContain('appendonly is off')
  })

  test('a server that is not there is said at once', async () => {
    const port = await freePort()
    await expect(openEngine({ url: `redis://127.0.0.1:${port}` })).rejects.toThrow('Redis does not answer')
  })

  test('an enqueue while the server is away is refused, not kept; after its return all is well', async () => {
    const port = await freePort()
    const first = await redisWith({}, port)
    const queues = await openQueues({ url: first.url })
    onTestFinished(() => queues.close())
    await queues.enqueue(takeTurn, { conversationId: newId() })
    await first.stop()
    await expect(queues.enqueue(takeTurn, { conversationId: newId() })).rejects.toThrow()
    await redisWith({}, port)
    await expect.poll(() => queues.engine.fault(), { timeout: 20_000 }).toBeUndefined()
    await queues.enqueue(takeTurn, { conversationId: newId() })
    expect(await queues.queue('bot-reply').getWaitingCount()).toBe(1)
  })
})
