import type { Service } from '@parley/service/start-service'

export type TickerOptions = {
  name: string
  everyMs: number
  /** Takes up what is due, and says whether there may be more of it right now. */
  tick(): Promise<{ more: boolean }>
}

/**
 * Looks at regular times for what is due in Postgres and nobody was woken up for. Any number of processes may tick:
 * what one has taken the others pass over. A failed look is logged and made again.
 */
export function startTicker(service: Service, { name, everyMs, tick }: TickerOptions): void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let running = Promise.resolve()

  const look = async () => {
    try {
      while ((await tick()).more && !stopped);
    } catch (error) {
      service.log.warn({ ticker: name, err: error }, 'a look for due work failed')
    }
    if (!stopped) timer = setTimeout(start, everyMs)
  }
  const start = () => {
    running = look()
  }
  start()

  service.onStop(`ticker ${name}`, async () => {
    stopped = true
    clearTimeout(timer)
    await running
  })
}
