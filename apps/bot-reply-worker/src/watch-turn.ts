import type { Db } from '@parley/data/db'
import { mayMissNewer } from '@parley/data/turns/answer-turn'
import type { OpenTurn } from '@parley/data/turns/read-open-turn'
import { renewClaim } from '@parley/data/turns/renew-claim'

const everyMs = 1_000

/**
 * Keeps the claim on a turn while its answer is being generated, and tells when that has become pointless. It only
 * saves time and tokens: the transaction that stores the answer looks for itself.
 */
export function watchTurn(db: Db, turn: OpenTurn): { changed: AbortSignal; stop(): void } {
  const controller = new AbortController()
  let isOver = false
  let timer = setTimeout(look, everyMs)
  async function look() {
    const state = await renewClaim(db, turn).catch(() => undefined) // Postgres away: look again
    if (state?.isLost || (state?.hasNewer && !mayMissNewer(turn))) controller.abort()
    if (!isOver) timer = setTimeout(look, everyMs) // one after the other, however slow Postgres is
  }
  const stop = () => {
    isOver = true
    clearTimeout(timer)
  }
  return { changed: controller.signal, stop }
}
