import { InitialCredits } from '@parley/contracts/credits'
import { Email } from '@parley/contracts/email'
import { showId } from '@parley/contracts/ids'
import { RequiredText } from '@parley/contracts/text'
import { createAccount } from '@parley/data/accounts/create-account'
import { z } from 'zod'
import { idFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'

const kinds = { standard: 'standard', agency: 'agency', 'sub-account': 'sub_account' } as const

export const accountCreate = defineVerb({
  name: 'account create',
  summary: 'Create an account with its owner, password and API key',
  flags: z.object({
    email: Email.describe('The owner logs in with it').meta({ value: 'EMAIL' }),
    kind: z.enum(['standard', 'agency', 'sub-account']).describe('What the account is'),
    agency: idFlag('account').optional().describe('The agency of a sub-account'),
    credits: InitialCredits.optional().describe('Credits to begin with').meta({ value: 'N' }),
    name: RequiredText.optional().describe('Shown to people; the e-mail address when left out').meta({ value: 'NAME' }),
  }),
  note: 'Keep the key and the password: they are not shown again.',
  async run({ email, kind, agency, credits, name }, stores) {
    const input = { kind: kinds[kind], email, name, agencyId: agency, credits, actor: 'cli' }
    const account = await createAccount(await stores.db(), input)
    return { ...account, id: showId('account', account.id), userId: showId('user', account.userId), kind }
  },
})
