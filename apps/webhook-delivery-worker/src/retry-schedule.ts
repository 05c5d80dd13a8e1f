const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes

const schedule = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
]

/** No receiver can put a retry off for longer than the schedule itself would. */
const longestWaitMs = 24 * hours

/**
 * How long to wait after the failure of a delivery that had failed `retryNo` times before; null when the retries are
 * used up. Waits differ by up to a fifth, so that what failed together does not come back together.
 */
export function retryDelayMs(retryNo: number, retryAfterMs: number | null, random = Math.random()): number | null {
  const planned = schedule[retryNo]
  if (planned === undefined) return null
  const jittered = planned * (0.8 + 0.4 * random)
  return Math.round(Math.max(jittered, Math.min(retryAfterMs ?? 0, longestWaitMs)))
}
