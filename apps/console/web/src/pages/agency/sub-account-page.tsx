import { Button, Group, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useCall } from '../../app/use-call.ts'
import { ErrorState } from '../../kit/error-state.tsx'
import { number } from '../../kit/numbers.ts'
import { Page } from '../../kit/page.tsx'
import { Stat, Stats } from '../../kit/stat.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { State } from './sub-accounts-panel.tsx'
import { TransactionsPanel } from './transactions-panel.tsx'

export function SubAccountPage({ id }: { id: string }) {
  const found = useCall('GET /agency/sub-accounts/:subAccount', { params: { subAccount: id } })
  const [dialog, setDialog] = useState<'grant' | 'rule'>()
  if (found.isError) return <ErrorState error={found.error} onRetry={() => found.refetch()} />
  const subAccount = found.data
  const rule = subAccount?.autoRecharge
  return (
    <Page
      title={subAccount?.name ?? 'Sub-account'}
      hint={
        <Group gap="xs" component="span">
          {subAccount?.email}
          {subAccount?.disabled && <State disabled />}
        </Group>
      }
      actions={
        <>
          <Button
            component={Link}
            href="/agency"
            variant="subtle"
            color="gray"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
          >
            All
          </Button>
          <Button variant="default" disabled={!subAccount} onClick={() => setDialog('rule')}>
            Auto-recharge
          </Button>
          <Button disabled={!subAccount} onClick={() => setDialog('grant')}>
            Grant credits
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <Stats>
          <Stat label="Balance" value={subAccount && number(subAccount.balance)} hint="credits" />
          <Stat
            label="Auto-recharge"
            value={subAccount && (rule?.enabled ? number(rule.amount) : 'Off')}
            hint={rule?.enabled ? `when below ${number(rule.threshold)}` : 'nobody is asked when it runs low'}
          />
          <Stat label="Customer since" value={subAccount && dateOf(subAccount.createdAt)} />
          <Stat
            label="State"
            value={subAccount && (subAccount.disabled ? 'Disabled' : 'Enabled')}
            hint={subAccount?.disabled ? 'its key is refused, its bot is silent' : 'its key works, its bot answers'}
          />
        </Stats>
        <TransactionsPanel subAccountId={id} />
      </Stack>
      <GrantDialog subAccount={dialog === 'grant' ? subAccount : undefined} onClose={() => setDialog(undefined)} />
      <RuleDialog subAccount={dialog === 'rule' ? subAccount : undefined} onClose={() => setDialog(undefined)} />
    </Page>
  )
}

const dateOf = (iso: string): string => new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' })
