import { Queue, Relay, Worker } from 'bullmq'
import { Cluster, type ClusterNode, Redis, type RedisOptions } from 'ioredis'
import type { Engine, EngineOptions } from './engine.ts'
import { redisFault } from './redis-fault.ts'

/** A producer must hear at once that Redis is away: it neither queues while offline nor sends again by itself. */
const failFast: RedisOptions = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 5_000,
  commandTimeout: 2_000,
  // A connection that swallows what is sent is given up and made anew.
  socketTimeout: 5_000,
}

/** A worker has nobody to answer to: it waits until Redis is back. Longer than it blocks while there are no jobs. */
const patient: RedisOptions = { maxRetriesPerRequest: null, connectTimeout: 5_000, socketTimeout: 30_000 }

const retryStrategy = (times: number) => Math.min(times * 100, 1_000)

export async function openRedisEngine({
  url,
  prefix = 'parley',
  acceptUnsafeRedis,
  telemetry,
}: EngineOptions): Promise<Engine> {
  const patientConnections: (Redis | Cluster)[] = []
  const producer = connect(url, failFast)
  await firstConnection(producer)
  const connectPatiently = () => {
    const connection = connect(url, patient)
    patientConnections.push(connection)
    return connection
  }
  // One hash slot, as a cluster wants it.
  const common = { prefix: `{${prefix}}`, ...(telemetry && { telemetry }) }

  return {
    kind: 'redis',
    newQueue: (name) => new Queue(name, { ...common, connection: producer, skipWaitingForReady: true }),
    newWorker(name, process, tuning) {
      const connection = connectPatiently()
      return new Worker(name, process, { ...common, connection, autorun: false, ...tuning })
    },
    newRelay: () => new Relay({ prefix: common.prefix, namespace: 'live', connection: connectPatiently() }),
    fault: () => redisFault(producer, acceptUnsafeRedis ?? false),
    async close() {
      for (const connection of [producer, ...patientConnections]) connection.disconnect()
    },
  }
}

function connect(url: string, options: RedisOptions): Redis | Cluster {
  const cluster = /^(rediss?)\+cluster:\/\/(.+)$/.exec(url)
  const connection = cluster
    ? new Cluster(clusterNodes(cluster[2] ?? ''), {
        clusterRetryStrategy: retryStrategy,
        enableOfflineQueue: options.enableOfflineQueue ?? true,
        redisOptions: cluster[1] === 'rediss' ? { ...options, tls: {} } : options,
      })
    : new Redis(url, { ...options, retryStrategy, lazyConnect: true })
  connection.on('error', () => {}) // told by `fault` and by the command that failed
  if (connection instanceof Redis) connection.connect().catch(() => {})
  return connection
}

function clusterNodes(hosts: string): ClusterNode[] {
  return hosts.split(',').map((host) => {
    const { hostname, port } = new URL(`redis://${host}`)
    return { host: hostname, port: Number(port || 6379) }
  })
}

/** Nothing can be enqueued before the first connection, so starting waits for it and says why it failed. */
async function firstConnection(connection: Redis | Cluster): Promise<void> {
  if (connection.status === 'ready') return
  await new Promise<void>((resolve, reject) => {
    const giveUp = (error?: Error) => {
      connection.off('ready', ready)
      connection.disconnect()
      reject(new Error(`Redis does not answer: ${error?.message ?? 'connection closed'}`, { cause: error }))
    }
    const ready = () => {
      connection.off('error', giveUp)
      resolve()
    }
    connection.once('ready', ready)
    connection.once('error', giveUp)
  })
}
