import { showId } from '@parley/contracts/ids'
import { eraseContact } from '@parley/data/contacts/erase-contact'
import { z } from 'zod'
import { idFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'
import { findContactAccount } from './find-account.ts'

export const contactErase = defineVerb({
  name: 'contact erase',
  summary: 'Erase a person: contact, messages, files and deliveries, for good',
  flags: z.object({ contact: idFlag('contact').describe('The contact, of any account') }),
  argument: 'contact',
  async run({ contact: id }, stores) {
    const db = await stores.db()
    const { messagesErased } = await eraseContact(db, await findContactAccount(db, id), id, 'cli')
    return { contactId: showId('contact', id), messagesErased }
  },
})
