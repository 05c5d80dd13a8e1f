import { setTimeout as delay } from 'node:timers/promises'
import { ParleyError } from '@parley/contracts/errors'
import { newId } from '@parley/contracts/ids'
import type { RequestedGrant } from '@parley/contracts/jobs'
import type { GrantResult } from '@parley/data/credits/apply-grants'
import { readDecisions, refuseGrants } from '@parley/data/credits/decisions'
import type { Db } from '@parley/data/db'
import { applyGrants } from '@parley/queues/catalog'
import { GroupCommit } from '@parley/queues/group-commit'
import type { Queues } from '@parley/queues/open-queues'

export type GrantInput = {
  email: string
  /** A decimal string. */
  amount: string
  description?: string | undefined
  idempotencyKey?: string | undefined
}

/** Amounts are decimal strings. */
export type Granted = { subAccountId: string; creditsAdded: string; newBalance: string }

export type GrantCredits = (
  agency: { accountId: string; actor: string },
  input: GrantInput,
  requestId: string,
) => Promise<Granted>

export type GrantParts = {
  db: Db
  queues: Queues
  /** How long a caller waits for the worker. */
  patienceMs?: number
}

type Waiting = { grant: RequestedGrant; giveUpAt: number; decision?: GrantResult }

const pollMs = 4

/**
 * Grants go to the credits worker in groups, and a group holds its slot until it is decided: so those that arrive
 * meanwhile become one group, however many they are. A grant's row is its outcome, and the first to write it decides:
 * the worker, or the process that asked when it has waited long enough. So a refusal holds for ever, and a success is durable.
 */
export function createGrantCredits({ db, queues, patienceMs = 5_000 }: GrantParts): GrantCredits {
  const groups = new GroupCommit<Waiting>({
    flush: (group) => decide(db, queues, group),
    maxItems: 500,
    maxBytes: 512 * 1024,
    maxInFlight: 2,
  })

  return async ({ accountId, actor }, { email, amount, description, idempotencyKey: key }, requestId) => {
    const now = Date.now()
    const waiting: Waiting = {
      grant: {
        id: newId(),
        agencyId: accountId,
        email: email.trim(),
        amount,
        description,
        key,
        actor,
        askedAt: now,
        requestId,
      },
      giveUpAt: now + patienceMs,
    }
    await groups.add(waiting, 300 + (description?.length ?? 0) * 2)
    return answerOf(waiting.decision)
  }
}

async function decide(db: Db, queues: Queues, group: Waiting[]): Promise<void> {
  // Nobody has heard of these yet: not asking for them is refusal enough.
  const fresh = group.filter(({ giveUpAt }) => giveUpAt > Date.now())
  for (const each of group) if (!fresh.includes(each)) each.decision = { outcome: 'error', code: 'UNAVAILABLE' }
  if (fresh.length === 0) return

  const enqueued = await queues.enqueue(applyGrants, { grants: fresh.map(({ grant }) => grant) }).then(
    () => true,
    () => false, // or it was, and only the word of it was lost
  )
  let open = fresh
  while (open.length > 0) {
    const late = open.filter(({ giveUpAt }) => !enqueued || giveUpAt <= Date.now())
    try {
      if (late.length > 0)
        await refuseGrants(
          db,
          late.map(({ grant }) => grant),
        )
      const decisions = await readDecisions(
        db,
        open.map(({ grant }) => grant.id),
      )
      for (const each of open) {
        const decision = decisions.get(each.grant.id)
        if (decision) each.decision = decision
      }
    } catch {
      for (const each of late) each.decision = { outcome: 'error', code: 'GRANT_UNKNOWN' }
    }
    open = open.filter(({ decision }) => decision === undefined)
    if (open.length > 0) await delay(pollMs)
  }
}

function answerOf(decision: GrantResult | undefined): Granted {
  if (decision && decision.outcome !== 'error') {
    const { subAccountId, creditsAdded, newBalance } = decision
    return { subAccountId, creditsAdded, newBalance }
  }
  const code = decision?.code
  switch (code) {
    case 'SUBACCOUNT_NOT_FOUND':
      throw new ParleyError(code, 'You have no sub-account with this e-mail address; check it.')
    case 'IDEMPOTENCY_CONFLICT':
      throw new ParleyError(code, 'This idempotency key came earlier with other content; use a new one.')
    case 'INVALID_AMOUNT':
      throw new ParleyError(code, 'The balance would become larger than can be held; grant less.')
    case 'GRANT_UNKNOWN':
      throw new ParleyError(code, 'It is not known whether the credits were granted; ask again with the same key.', {
        retryAfterS: 1,
      })
    default:
      throw new ParleyError('UNAVAILABLE', 'The credits were not granted and will not be; send the same again.', {
        retryAfterS: 1,
      })
  }
}
