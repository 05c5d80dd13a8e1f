import { Button, Table, Text } from '@mantine/core'
import type { AgencyTransaction } from '@parley/contracts/session/agency'
import { IconDownload, IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import { addressOf } from '../../app/api.ts'
import { useSession } from '../../app/session.tsx'
import { usePages } from '../../app/use-pages.ts'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { number, signedNumber } from '../../kit/numbers.ts'
import { PagedList } from '../../kit/paged-list.tsx'
import { wholeTime } from '../../kit/time.ts'
import { Kind } from './kind.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

export function TransactionsPanel({ subAccountId }: { subAccountId: string }) {
  const { account } = useSession()
  const params = { subAccount: subAccountId }
  const list = usePages('GET /agency/sub-accounts/:subAccount/transactions', { params, query: {} })
  const [revoking, setRevoking] = useState<AgencyTransaction>()
  const file = addressOf(account.id, 'GET /agency/sub-accounts/:subAccount/transactions.csv', { params })
  return (
    <Card
      title="Transactions"
      flush
      actions={
        <Button
          component="a"
          href={file}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          Export CSV
        </Button>
      }
    >
      <PagedList
        list={list}
        loading="Loading transactions"
        nothing={
          <EmptyState icon={IconReceipt} title="No transactions yet">
            Grants, and each reply that the bot is paid for, show here with the balance after them.
          </EmptyState>
        }
      >
        {(items) => <Rows items={items} onRevoke={setRevoking} />}
      </PagedList>
      <RevokeDialog grant={revoking} onClose={() => setRevoking(undefined)} />
    </Card>
  )
}

function Rows({ items, onRevoke }: { items: AgencyTransaction[]; onRevoke(grant: AgencyTransaction): void }) {
  return (
    <Table verticalSpacing="xs" horizontalSpacing="lg">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>What</Table.Th>
          <Table.Th visibleFrom="sm">When</Table.Th>
          <Table.Th ta="right">Credits</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Balance after
          </Table.Th>
          <Table.Th w={110} aria-label="Take back" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((each) => (
          <Table.Tr key={each.id}>
            <Table.Td>
              <Kind kind={each.kind} />
              {each.description && (
                <Text size="sm" mt={2} style={{ overflowWrap: 'anywhere' }}>
                  {each.description}
                </Text>
              )}
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {wholeTime(each.at)}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm">{wholeTime(each.at)}</Text>
            </Table.Td>
            <Table.Td ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {signedNumber(each.amount)}
            </Table.Td>
            <Table.Td ta="right" visibleFrom="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {number(each.balanceAfter)}
            </Table.Td>
            <Table.Td ta="right">
              {each.kind === 'grant' && (
                <Button size="compact-xs" variant="subtle" color="red" onClick={() => onRevoke(each)}>
                  Take back…
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
