import { showId } from '@parley/contracts/ids'
import { generateKey } from '@parley/data/keys/generate-key'
import { z } from 'zod'
import { accountFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'

export const keyGenerate = defineVerb({
  name: 'key generate',
  summary: 'Give an account a new API key; the one before stops working',
  flags: z.object({ account: accountFlag }),
  note: 'Keep the key: it is not shown again.',
  async run({ account }, stores) {
    const { apiKey } = await generateKey(await stores.db(), account, 'cli')
    return { accountId: showId('account', account), apiKey }
  },
})
