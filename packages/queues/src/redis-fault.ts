import type { Cluster, Redis } from 'ioredis'

/** Why this Redis could lose an accepted message: success is said after durability only. */
export async function redisFault(redis: Redis | Cluster, acceptUnsafe: boolean): Promise<string | undefined> {
  let persistence: string
  let memory: string
  try {
    persistence = await redis.info('persistence')
    memory = await redis.info('memory')
  } catch (error) {
    return `Redis does not answer: ${(error as Error).message}`
  }
  // INFO is answered a moment before other commands are taken.
  if (redis.status !== 'ready') return `Redis is not ready: ${redis.status}`
  if (acceptUnsafe) return undefined

  const faults: string[] = []
  if (!persistence.includes('aof_enabled:1')) faults.push('appendonly is off (set "appendonly yes")')
  else {
    const fsync = await setting(redis, 'appendfsync')
    if (fsync !== undefined && fsync !== 'always') faults.push(`appendfsync is ${fsync} (set "appendfsync always")`)
  }
  const policy = /maxmemory_policy:(\S+)/.exec(memory)?.[1]
  if (policy !== 'noeviction') faults.push(`maxmemory-policy is ${policy} (set "maxmemory-policy noeviction")`)
  return faults.length === 0
    ? undefined
    : `Redis may lose accepted messages: ${faults.join('; ')}. ACCEPT_UNSAFE_REDIS=true takes it as it is.`
}

/** Managed servers often forbid CONFIG; then what INFO says must do. */
async function setting(redis: Redis | Cluster, name: string): Promise<string | undefined> {
  const answer = await redis.call('CONFIG', 'GET', name).catch(() => undefined)
  return Array.isArray(answer) ? String(answer[1]) : undefined
}
