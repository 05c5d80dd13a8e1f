import { ParleyError } from '@parley/contracts/errors'
import { newId } from '@parley/contracts/ids'
import type { Db } from '../db.ts'
import type { BatchedGrant, Giver } from './apply-grants.ts'

export const maxBatchGrants = 10_000

export type BatchGrant = {
  email: string
  /** A decimal string; one that is no amount becomes the error of its own grant. */
  amount: string
  description?: string | undefined
  idempotencyKey?: string | undefined
}

export type BatchRequest = {
  grants: BatchGrant[]
  /** All or none. */
  atomic?: boolean | undefined
  /** Gives every grant without a key one of its own. */
  idempotencyKey?: string | undefined
}

export type Batch = Giver & { id: string; atomic: boolean; grants: BatchedGrant[] }

/** Writes down what is to be granted. Nothing is granted yet. */
export async function openBatch(db: Db, agencyId: string, request: BatchRequest, actor: string): Promise<Batch> {
  const [id, atomic, grants] = [newId(), request.atomic ?? false, listGrants(request)]
  await db.pool.query(
    'insert into grant_batch (id, agency_id, actor, atomic, grants, size) values ($1, $2, $3, $4, $5, $6)',
    [id, agencyId, actor, atomic, JSON.stringify(grants), grants.length],
  )
  return { id, agencyId, actor, atomic, grants }
}

export function listGrants({ grants, idempotencyKey: batchKey }: BatchRequest): BatchedGrant[] {
  if (grants.length === 0 || grants.length > maxBatchGrants) {
    throw new ParleyError('BAD_REQUEST', `grants must be a list of 1 to ${maxBatchGrants}`)
  }
  return grants.map(({ email, amount, description, idempotencyKey }, position) => {
    const key = idempotencyKey ?? (batchKey === undefined ? undefined : `${batchKey}:${position}`)
    return { id: newId(), email: email.trim(), amount, description, key }
  })
}
