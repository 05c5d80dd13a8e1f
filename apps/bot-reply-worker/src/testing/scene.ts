import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createBot } from '@parley/bot/create-bot'
import { NewCampaign } from '@parley/contracts/campaigns'
import { externalContactId } from '@parley/contracts/ids'
import type { AcceptedMessage } from '@parley/contracts/jobs'
import { createAccount } from '@parley/data/accounts/create-account'
import { createCampaign } from '@parley/data/campaigns/create-campaign'
import type { Db } from '@parley/data/db'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import { takeDueTurns } from '@parley/data/pipeline/take-due-turns'
import { openMediaStore } from '@parley/media/media-store'
import type { Queues } from '@parley/queues/open-queues'
import { createLog } from '@parley/service/log'
import { acceptedMessage } from '@parley/testing/accepted-message'
import type { z } from 'zod'
import { type BotWorker, takeTurn } from '../take-turn.ts'

export const secretsKey = randomBytes(32)

/** Short enough to wait for, long enough for a busy machine. */
const modelTimeoutMs = 3_000

/** Gone with the machine's temporary files. */
export const media = openMediaStore({ MEDIA_URL: pathToFileURL(mkdtempSync(join(tmpdir(), 'parley-bot-'))).href })

export const botFor = (db: Db, queues: Queues): BotWorker => ({
  db,
  queues,
  media,
  generate: createBot({ db, secretsKey, fetch, timeoutMs: modelTimeoutMs }),
  log: createLog('test', 'silent'),
  onTurn: () => {},
})

/** Takes up every turn that is due, as often as some are, in the way that worker and ticker do. */
export async function takeAllTurns(bot: BotWorker): Promise<void> {
  for (;;) {
    const due = await takeDueTurns(bot.db, 500)
    if (due.length === 0 && !(await isAboutToBeDue(bot.db))) return
    await Promise.all(due.map((job) => takeTurn(bot, job, new AbortController().signal)))
  }
}

/** Times are kept in whole milliseconds, so what is due now may be due in half a one. */
async function isAboutToBeDue(db: Db): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `select from conversation where turn_due_at < now() + interval '2 ms' and turn_claimed_until is null`,
  )
  return rowCount !== 0
}

/** Lets the time pass that a turn would wait, and any claim run out. */
export const passTime = (db: Db) =>
  db.pool.query(
    `update conversation set turn_due_at = now() - interval '1 second', turn_claimed_until = null
     where turn_due_at is not null`,
  )

const agencies = new WeakMap<Db, string>()

async function agencyIn(db: Db): Promise<string> {
  const known = agencies.get(db)
  if (known) return known
  const { id } = await createAccount(db, { kind: 'agency', email: 'agency@example.com', actor: 'cli' })
  agencies.set(db, id)
  return id
}

export type Scene = Awaited<ReturnType<typeof createScene>>

/** A sub-account with credits, a default campaign and a contact who can say something. */
export async function createScene(db: Db, campaign: Partial<z.input<typeof NewCampaign>> = {}, credits = '100') {
  const agencyId = await agencyIn(db)
  const sub = { kind: 'sub_account', email: `${randomUUID()}@example.com`, agencyId, actor: 'cli' } as const
  const { id: accountId } = await createAccount(db, credits === '0' ? sub : { ...sub, credits })
  const settings = { name: 'Shop', isDefault: true, quietMs: 0, fallback: 'No idea.', ...campaign }
  const { id: campaignId } = await createCampaign(db, accountId, NewCampaign.parse(settings))
  const contactId = externalContactId(accountId, 'ann')
  let said = 0

  const message = (body: string, more: Partial<AcceptedMessage> = {}): AcceptedMessage => {
    said += 1
    // Later than the one before, whatever the clock's grain.
    return acceptedMessage(accountId, `sid-${said}`, { body, acceptedAt: Date.now() + said, ...more })
  }
  const replies = () =>
    db.prisma.message.findMany({
      where: { accountId, direction: 'outgoing' },
      orderBy: [{ conversationId: 'asc' }, { sequence: 'asc' }],
    })
  const spent = async () => {
    const { balance } = await db.prisma.creditBalance.findUniqueOrThrow({ where: { accountId } })
    return Number(credits) - balance.toNumber()
  }
  return {
    accountId,
    campaignId,
    contactId,
    message,
    /** Stores what the contact says; gives the id of the message. */
    async say(body: string, more: Partial<AcceptedMessage> = {}): Promise<string> {
      const said = message(body, more)
      await storeMessages(db, [said])
      return said.id
    },
    replies,
    spent,
    turns: () => db.prisma.turn.findMany({ where: { accountId }, orderBy: { turnNo: 'asc' } }),
    conversation: () => db.prisma.conversation.findUniqueOrThrow({ where: { id: contactId } }),
  }
}
