import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFileUpload, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../app/use-call.ts'
import { ErrorState } from '../../kit/error-state.tsx'
import { number, shortNumber } from '../../kit/numbers.ts'
import { Page } from '../../kit/page.tsx'
import { Stat, Stats } from '../../kit/stat.tsx'
import { BatchDialog } from './batch-dialog.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { RechargePanel } from './recharge-panel.tsx'
import { SubAccountsPanel } from './sub-accounts-panel.tsx'
import { UsagePanel } from './usage-panel.tsx'

export function AgencyHome() {
  const [creating, create] = useDisclosure()
  const [batching, batch] = useDisclosure()
  const [search, setSearch] = useState('')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const summary = useCall('GET /agency', {}, { refetchIntervalMs: 15_000 })
  const usage = useCall('GET /agency/usage', { query: { zone } }, { refetchIntervalMs: 60_000 })
  if (summary.isError) return <ErrorState error={summary.error} onRetry={() => summary.refetch()} />
  const figures = summary.data
  const used = usage.data?.reduce((sum, day) => sum + day.used, 0)
  return (
    <Page
      title="Agency"
      hint="Your sub-accounts, the credits they hold and what they use."
      actions={
        <>
          <Button variant="default" leftSection={<IconFileUpload size={16} aria-hidden />} onClick={batch.open}>
            Grant from a file
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create.open}>
            New sub-account
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <Stats>
          <Stat
            label="Sub-accounts"
            value={figures && number(figures.subAccounts)}
            hint={figures && figures.disabled > 0 ? `${number(figures.disabled)} disabled` : 'all enabled'}
          />
          <Stat label="Credits held" value={figures && shortNumber(figures.balance)} hint="by all of them together" />
          <Stat label="Used in 30 days" value={used === undefined ? undefined : shortNumber(used)} hint="credits" />
          <Stat label="Asking for credits" value={figures && number(figures.openRequests)} hint="by auto-recharge" />
        </Stats>
        <UsagePanel days={usage.data} />
        <RechargePanel url={figures?.rechargeUrl} openRequests={figures?.openRequests ?? 0} />
        <SubAccountsPanel search={search} onSearch={setSearch} onCreate={create.open} />
      </Stack>
      <CreateDialog opened={creating} onClose={create.close} />
      <BatchDialog opened={batching} onClose={batch.close} />
    </Page>
  )
}
