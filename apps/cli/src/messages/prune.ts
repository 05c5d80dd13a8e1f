import { pruneSlice } from '@parley/data/pipeline/prune-messages'
import { z } from 'zod'
import { defineVerb } from '../verb.ts'

const conversationsPerSlice = 200
const progressEveryMs = 5_000
const hours = { h: 1, d: 24, w: 7 * 24 } as const

const Age = z
  .string()
  .regex(/^[1-9]\d{0,4}[hdw]$/, { error: 'must be a number of hours, days or weeks: 12h, 90d, 26w' })
  .transform((text) => Number.parseInt(text, 10) * hours[text.at(-1) as keyof typeof hours])
  .meta({ value: 'AGE' })

export const messagesPrune = defineVerb({
  name: 'messages prune',
  summary: 'Delete old messages of all accounts, a few conversations at a time',
  flags: z.object({ olderThan: Age.describe('How long messages are kept, e.g. 90d; deleted ones cannot be had back') }),
  note: 'A pruned messageSid is not known any more: sent again it is a new message. Files follow within minutes.',
  async run({ olderThan }, stores) {
    const db = await stores.db()
    const before = new Date(Date.now() - olderThan * 3_600_000)
    let [after, messages, conversations]: [string | null, number, number] = [null, 0, 0]
    let toldAt = Date.now()
    do {
      const slice = await pruneSlice(db, { before, after, conversations: conversationsPerSlice })
      messages += slice.messages
      conversations += conversationsPerSlice
      after = slice.next
      if (Date.now() - toldAt > progressEveryMs) {
        process.stderr.write(`${messages} messages deleted, ${conversations} conversations looked at\n`)
        toldAt = Date.now()
      }
    } while (after !== null)
    return { before: before.toISOString(), deleted: messages }
  },
})
