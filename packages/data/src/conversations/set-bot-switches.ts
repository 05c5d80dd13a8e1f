import type { Db } from '../db.ts'
import { noConversation } from './take-over.ts'

export type BotSwitches = {
  /** Whether the bot answers in this conversation. */
  conversationBot?: boolean | undefined
  /** Whether the bot answers this contact, and whether they have asked to be left alone. */
  contactBot?: boolean | undefined
  doNotDisturb?: boolean | undefined
}

/** Changes what is given; an answer that the bot is just making for one who is switched off is not stored. */
export async function setBotSwitches(
  db: Db,
  accountId: string,
  contactId: string,
  { conversationBot, contactBot, doNotDisturb }: BotSwitches,
): Promise<Required<{ [Name in keyof BotSwitches]: boolean }>> {
  const { rows } = await db.pool.query(
    `with c as (
       update conversation set bot_enabled = coalesce($3, bot_enabled)
       where account_id = $1 and id = $2 returning bot_enabled
     ), p as (
       update contact set bot_enabled = coalesce($4, bot_enabled), do_not_disturb = coalesce($5, do_not_disturb)
       where account_id = $1 and id = $2 returning bot_enabled, do_not_disturb
     )
     select c.bot_enabled as "conversationBot", p.bot_enabled as "contactBot", do_not_disturb as "doNotDisturb"
     from c, p`,
    [accountId, contactId, conversationBot ?? null, contactBot ?? null, doNotDisturb ?? null],
  )
  if (!rows[0]) throw noConversation()
  return rows[0]
}
