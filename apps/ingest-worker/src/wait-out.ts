import { setTimeout as delay } from 'node:timers/promises'
import { isValueFault } from '@parley/data/value-fault'

/** Within the grace that a process has to stop. After the last one the job goes back to the queue. */
const waitsMs = [100, 300, 1_000, 2_000, 4_000]

/** Tries again while Postgres is away, holding the job: giving it back would only bring up the next one to fail. */
export async function waitOut<Result>(run: () => Promise<Result>, waits: readonly number[] = waitsMs): Promise<Result> {
  for (const waitMs of waits) {
    try {
      return await run()
    } catch (error) {
      if (isValueFault(error)) throw error
      await delay(waitMs)
    }
  }
  return run()
}
