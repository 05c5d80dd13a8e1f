import { ActionIcon, Anchor, Badge, Button, Menu, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { AgencySubAccount } from '@parley/contracts/session/agency'
import { IconBuildingStore, IconDots, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useChange } from '../../app/use-call.ts'
import { usePages } from '../../app/use-pages.ts'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { number } from '../../kit/numbers.ts'
import { PagedList } from '../../kit/paged-list.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { RuleDialog } from './rule-dialog.tsx'

export function SubAccountsPanel(props: { search: string; onSearch(text: string): void; onCreate(): void }) {
  const [search] = useDebouncedValue(props.search, 250)
  const list = usePages('GET /agency/sub-accounts', { query: { search } })
  const [granting, setGranting] = useState<AgencySubAccount>()
  const [ruling, setRuling] = useState<AgencySubAccount>()
  return (
    <Card
      title="Sub-accounts"
      flush
      actions={
        <TextInput
          type="search"
          leftSection={<IconSearch size={16} aria-hidden />}
          placeholder="Search name or e-mail"
          aria-label="Search sub-accounts"
          value={props.search}
          onChange={(event) => props.onSearch(event.currentTarget.value)}
        />
      }
    >
      <PagedList
        list={list}
        loading="Loading sub-accounts"
        nothing={<Nothing search={search} onCreate={props.onCreate} />}
      >
        {(items) => <Rows items={items} onGrant={setGranting} onRule={setRuling} />}
      </PagedList>
      <GrantDialog subAccount={granting} onClose={() => setGranting(undefined)} />
      <RuleDialog subAccount={ruling} onClose={() => setRuling(undefined)} />
    </Card>
  )
}

type Action = (subAccount: AgencySubAccount) => void

function Rows({ items, onGrant, onRule }: { items: AgencySubAccount[]; onGrant: Action; onRule: Action }) {
  return (
    <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="lg">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Sub-account</Table.Th>
          <Table.Th ta="right">Balance</Table.Th>
          <Table.Th visibleFrom="sm">Auto-recharge</Table.Th>
          <Table.Th visibleFrom="md">State</Table.Th>
          <Table.Th w={56} aria-label="Actions" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((each) => (
          <Table.Tr key={each.id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Anchor component={Link} href={`/agency/${each.id}`} size="sm" fw={600}>
                {each.name}
              </Anchor>
              {each.name !== each.email && (
                <Text size="xs" c="dimmed">
                  {each.email}
                </Text>
              )}
            </Table.Td>
            <Table.Td ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {number(each.balance)}
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Rule rule={each.autoRecharge} />
            </Table.Td>
            <Table.Td visibleFrom="md">
              <State disabled={each.disabled} />
            </Table.Td>
            <Table.Td>
              <Actions subAccount={each} onGrant={onGrant} onRule={onRule} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const Rule = ({ rule }: { rule: AgencySubAccount['autoRecharge'] }) =>
  rule?.enabled ? (
    <Text size="sm">
      {number(rule.amount)} when below {number(rule.threshold)}
    </Text>
  ) : (
    <Text size="sm" c="dimmed">
      Off
    </Text>
  )

export const State = ({ disabled }: { disabled: boolean }) => (
  <Badge variant="light" color={disabled ? 'gray' : 'brand'}>
    {disabled ? 'Disabled' : 'Enabled'}
  </Badge>
)

function Actions({ subAccount, onGrant, onRule }: { subAccount: AgencySubAccount; onGrant: Action; onRule: Action }) {
  const change = useChange('PATCH /agency/sub-accounts/:subAccount', {
    refetches: ['GET /agency', 'GET /agency/sub-accounts'],
    done: subAccount.disabled ? `${subAccount.name} is enabled.` : `${subAccount.name} is disabled.`,
  })
  const toggle = () =>
    change.mutate({ params: { subAccount: subAccount.id }, body: { disabled: !subAccount.disabled } })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Actions for ${subAccount.name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onGrant(subAccount)}>Grant credits…</Menu.Item>
        <Menu.Item onClick={() => onRule(subAccount)}>Auto-recharge…</Menu.Item>
        <Menu.Divider />
        <Menu.Item color={subAccount.disabled ? undefined : 'red'} onClick={toggle}>
          {subAccount.disabled ? 'Enable' : 'Disable'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const Nothing = ({ search, onCreate }: { search: string; onCreate(): void }) =>
  search ? (
    <EmptyState icon={IconSearch} title="No sub-account matches">
      Nothing has “{search}” in its name or e-mail address.
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconBuildingStore}
      title="No sub-accounts yet"
      action={<Button onClick={onCreate}>New sub-account</Button>}
    >
      Each client of yours gets one: with its own key, its own conversations, and credits that you grant.
    </EmptyState>
  )
