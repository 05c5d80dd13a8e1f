import { showId } from '@parley/contracts/ids'
import { RequiredText } from '@parley/contracts/text'
import { createList } from '@parley/data/lists/create-list'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'

export const listCreate = defineVerb({
  name: 'list create',
  summary: 'Create a list that contacts can be added to',
  flags: z.object({
    account: accountFlag,
    name: RequiredText.describe('Unique in the account').meta({ value: 'NAME' }),
  }),
  async run({ account, name }, stores) {
    const list = await createList(await stores.db(), account, { name })
    return { ...list, id: showId('list', list.id) }
  },
})
