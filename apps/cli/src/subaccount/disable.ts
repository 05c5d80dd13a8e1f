import { showId } from '@parley/contracts/ids'
import { setSubAccountDisabled } from '@parley/data/accounts/disable-account'
import { z } from 'zod'
import { idFlag } from '../flags.ts'
import { defineVerb } from '../verb.ts'

const flags = z.object({
  agency: idFlag('account').describe('The agency'),
  account: idFlag('account').describe('Its sub-account'),
})

const define = (name: string, summary: string, disabled: boolean) =>
  defineVerb({
    name,
    summary,
    flags,
    async run({ agency, account }, stores) {
      const { disabledAt } = await setSubAccountDisabled(await stores.db(), agency, account, disabled, 'cli')
      return { id: showId('account', account), disabled: disabledAt !== null }
    },
  })

export const subaccountDisable = define(
  'subaccount disable',
  'Refuse the key of a sub-account and silence its bot; the balance stays',
  true,
)

export const subaccountEnable = define('subaccount enable', 'Let a disabled sub-account work again', false)
