import { randomBytes } from 'node:crypto'
import type { Db } from '../db.ts'
import { seal } from '../secrets/seal.ts'

/** The console's own receiver, to which replies of playground conversations go. The account's webhook is left alone. */
export async function ensurePlaygroundEndpoint(
  db: Db,
  secretsKey: Buffer,
  accountId: string,
  url: string,
): Promise<void> {
  const where = { accountId_kind: { accountId, kind: 'playground' } } as const
  const known = await db.prisma.webhookEndpoint.findUnique({ where, select: { url: true, disabledAt: true } })
  if (known?.url === url && !known.disabledAt) return
  const secretSealed = seal(secretsKey, `whsec_${randomBytes(32).toString('base64')}`)
  const healthy = { failuresInRow: 0, failingSince: null, probeAt: null, disabledAt: null, disabledReason: null }
  await db.prisma.webhookEndpoint.upsert({
    where,
    create: { accountId, kind: 'playground', url, secretSealed },
    update: { url, ...healthy },
  })
}
