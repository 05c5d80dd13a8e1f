import { showId } from '@parley/contracts/ids'
import { seedAccount } from '@parley/data/demo/seed-account'
import { wholeNumber } from '@parley/service/common-config'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { Mistake } from '../mistake.ts'
import { drawProgress } from '../progress.ts'
import { defineVerb } from '../verb.ts'

export const demoSeed = defineVerb({
  name: 'demo seed',
  summary: 'Fill an account with invented people and their messages',
  flags: z.object({
    account: accountFlag.describe('The account; it has no contacts but invented ones'),
    contacts: wholeNumber(1, 1_000_000).describe('How many people').meta({ value: 'N' }),
    messages: wholeNumber(1, 20_000_000).describe('How many messages they and their answers make').meta({ value: 'N' }),
  }),
  note: 'Nobody is written to. Run again it adds what is missing; contacts that are there stay as they are.',
  async run({ account, contacts, messages }, stores) {
    if (messages < contacts) throw new Mistake('--messages must be at least --contacts: everybody has said something')
    const db = await stores.db()
    const added = await seedAccount(db, account, {
      contacts,
      messages,
      onProgress: (done) => drawProgress(done, messages),
    })
    return { id: showId('account', account), contactsAdded: added.contacts, messagesAdded: added.messages }
  },
})
