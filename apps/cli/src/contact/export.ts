import { exportContact } from '@parley/data/contacts/export-contact'
import { z } from 'zod'
import { idFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'
import { findContactAccount } from './find-account.ts'

export const contactExport = defineVerb({
  name: 'contact export',
  summary: 'Give everything that is kept of a person, as JSON',
  flags: z.object({ contact: idFlag('contact').describe('The contact, of any account') }),
  argument: 'contact',
  isDocument: true,
  async run({ contact: id }, stores) {
    const db = await stores.db()
    return exportContact(db, await findContactAccount(db, id), id)
  },
})
