import type { Log } from './log.ts'

export type StopStep = { name: string; stop: () => Promise<unknown> }

/**
 * Runs every step in turn, within one grace time for all; a step that fails or overruns does not keep the next one
 * from its turn. Tells whether all of them ended well.
 */
export async function runStopSteps(steps: StopStep[], graceMs: number, log: Log): Promise<boolean> {
  const { promise: graceOver, resolve } = Promise.withResolvers<'overrun'>()
  const timer = setTimeout(resolve, graceMs, 'overrun')
  let clean = true
  for (const { name, stop } of steps) {
    try {
      if ((await Promise.race([stop(), graceOver])) !== 'overrun') continue
      log.error({ step: name, graceMs }, 'did not stop within the grace time')
    } catch (error) {
      log.error({ step: name, err: error }, 'failed to stop')
    }
    clean = false
  }
  clearTimeout(timer)
  return clean
}
