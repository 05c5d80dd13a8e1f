import { Redis } from 'ioredis'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { useTestRedis } from './test-redis.ts'

describe.skipIf(inject('redisUrl') === null)('two suites that use Redis', () => {
  const [mine, yours] = [useTestRedis(), useTestRedis()]

  test('do not see what the other writes', async () => {
    const [me, you] = [new Redis(mine.url), new Redis(yours.url)]
    onTestFinished(() => {
      me.disconnect()
      you.disconnect()
    })
    await me.set('key', 'mine')
    expect(await you.get('key')).toBeNull()
  })
})
