import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { findRedisServer, startRedis } from './start-redis.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'redis-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function ask(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${command}\r\nQUIT\r\n`)
  return (await socket.setEncoding('utf8').toArray()).join('')
}

describe.skipIf(!findRedisServer())('a local Redis (redis-server or valkey-server on the PATH)', () => {
  test('is set to lose nothing', async () => {
    const redis = await startRedis({ dir })
    onTestFinished(redis.stop)
    expect(await ask(redis.port, 'CONFIG GET append*')).toMatch(/appendfsync\r\n\$6\r\nalways/)
    expect(await ask(redis.port, 'CONFIG GET appendonly')).toMatch(/\$3\r\nyes/)
    expect(await ask(redis.port, 'CONFIG GET maxmemory-policy')).toMatch(/noeviction/)
  })

  test('keeps what it acknowledged through kill -9', async () => {
    const first = await startRedis({ dir })
    await ask(first.port, 'SET kept yes')
    process.kill(first.pid, 'SIGKILL')
    await first.stop()
    const second = await startRedis({ dir })
    onTestFinished(second.stop)
    expect(await ask(second.port, 'GET kept')).toContain('yes')
  })

  test('takes other settings, for tests of a server that is set wrongly', async () => {
    const redis = await startRedis({ dir, settings: { appendonly: 'no' } })
    onTestFinished(redis.stop)
    expect(await ask(redis.port, 'CONFIG GET appendonly')).toMatch(/\$2\r\nno/)
  })

  test('says why it does not start', async () => {
    await expect(startRedis({ dir, settings: { appendfsync: 'sometimes' } })).rejects.toThrow(/appendfsync/)
  })
})
