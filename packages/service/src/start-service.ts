import type { Registry } from 'prom-client'
import type { ServiceConfig } from './common-config.ts'
import { type ReadyCheck, startHealthServer } from './health-server.ts'
import { createLog, type Log } from './log.ts'
import { createRegistry } from './metrics.ts'
import { runStopSteps, type StopStep } from './run-stop-steps.ts'
import { startTracing } from './tracing.ts'

export type Service = {
  name: string
  log: Log
  registry: Registry
  healthUrl: string
  /** The process is ready when no check gives a reason against it, and not before it has named its first check. */
  addReadyCheck(name: string, check: ReadyCheck): void
  /** Steps run in the reverse order of their registration: what was opened last is closed first. */
  onStop(name: string, stop: () => Promise<unknown>): void
  stop(): Promise<void>
}

/** Gives a process its log, metrics, health port, traces and an orderly end on SIGTERM and SIGINT. */
export async function startService(name: string, config: ServiceConfig): Promise<Service> {
  const log = createLog(name, config.LOG_LEVEL)
  const registry = createRegistry(name)
  const readyChecks = new Map<string, ReadyCheck>([['startup', async () => 'the process is starting']])
  const steps: StopStep[] = []
  const health = await startHealthServer({
    host: config.HEALTH_HOST,
    port: config.HEALTH_PORT,
    registry,
    readyChecks,
  })
  steps.push({ name: 'health server', stop: health.close })
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT) {
    steps.push({ name: 'tracing', stop: await startTracing(name, config.OTEL_EXPORTER_OTLP_ENDPOINT) })
  }

  let stopping: Promise<boolean> | undefined
  const stopOnce = () => {
    readyChecks.set('shutdown', async () => 'the process is stopping')
    stopping ??= runStopSteps(steps.toReversed(), config.SHUTDOWN_GRACE_MS, log).finally(() => {
      for (const [event, listener] of listeners) process.off(event, listener)
    })
    return stopping
  }
  const onSignal = async (signal: NodeJS.Signals) => {
    if (stopping) {
      log.warn({ signal }, 'asked to stop again: leaving at once')
      process.exit(1)
    }
    log.info({ signal }, 'stopping')
    const clean = await stopOnce()
    log.info('stopped')
    process.exit(clean ? 0 : 1)
  }
  const onFatal = (error: unknown) => {
    log.fatal({ err: error }, 'a fault that nothing caught: leaving')
    process.exit(1)
  }
  const listeners = [
    ['SIGTERM', onSignal],
    ['SIGINT', onSignal],
    ['uncaughtException', onFatal],
    ['unhandledRejection', onFatal],
  ] as const
  for (const [event, listener] of listeners) process.on(event, listener)

  log.info({ health: health.url }, 'started')
  return {
    name,
    log,
    registry,
    healthUrl: health.url,
    addReadyCheck(checkName, check) {
      readyChecks.delete('startup')
      readyChecks.set(checkName, check)
    },
    onStop: (stepName, stop) => void steps.push({ name: stepName, stop }),
    stop: async () => void (await stopOnce()),
  }
}
