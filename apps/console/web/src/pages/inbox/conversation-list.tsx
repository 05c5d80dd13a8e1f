import { ActionIcon, Badge, Box, Chip, Group, Loader, Text, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ConversationFilter, ConversationSummary } from '@parley/contracts/session/inbox'
import {
  IconAlertTriangle,
  IconBell,
  IconBellOff,
  IconInbox,
  IconRobot,
  IconSearch,
  IconUser,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useMemo, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { Link } from 'wouter'
import { callAccount } from '../../app/api.ts'
import { useSession } from '../../app/session.tsx'
import { useAlertSwitch } from '../../app/use-alerts.ts'
import { useCall } from '../../app/use-call.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { TextLink } from '../../kit/text-link.tsx'
import { shortTime } from '../../kit/time.ts'
import classes from './inbox.module.css'

const filters: { value: ConversationFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'needs_person', label: 'Needs a person' },
  { value: 'mine', label: 'Mine' },
  { value: 'bot', label: 'Bot' },
  { value: 'failed', label: 'Failed' },
]

export function ConversationList(props: {
  selected: string | undefined
  searchRef: Ref<HTMLInputElement>
  onShown(ids: string[]): void
}) {
  const { selected, searchRef, onShown } = props
  const { account } = useSession()
  const [filter, setFilter] = useState<ConversationFilter>('all')
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 250)
  const counts = useCall('GET /conversation-counts', {}, { live: true })
  const alerts = useAlertSwitch()

  const list = useInfiniteQuery({
    queryKey: [account.id, 'GET /conversations', filter, search],
    queryFn: ({ pageParam }) =>
      callAccount(account.id, 'GET /conversations', { query: { filter, search, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    maxPages: 12,
    meta: { live: true },
    refetchInterval: 30_000,
  })
  const items = useMemo(() => unique(list.data?.pages.flatMap((page) => page.items) ?? []), [list.data])
  useEffect(() => onShown(items.map(({ id }) => id)), [items, onShown])

  return (
    <Box className={classes.list} component="section" aria-label="Conversations">
      <Box p="sm" pb={8}>
        <Group wrap="nowrap" gap={6}>
          <TextInput
            ref={searchRef}
            style={{ flex: 1 }}
            leftSection={<IconSearch size={16} aria-hidden />}
            placeholder="Search people"
            aria-label="Search conversations"
            type="search"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {alerts.supported && (
            <Tooltip label={alerts.on ? 'Notifications are on' : 'Notify me of new messages'}>
              <ActionIcon
                variant="default"
                size={36}
                aria-label="Notify me of new messages"
                aria-pressed={alerts.on}
                onClick={alerts.toggle}
              >
                {alerts.on ? <IconBell size={17} aria-hidden /> : <IconBellOff size={17} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
        <Chip.Group value={filter} onChange={(value) => setFilter(value as ConversationFilter)}>
          <Group gap={6} mt={10} role="group" aria-label="Filter conversations">
            {filters.map(({ value, label }) => (
              <Chip key={value} value={value} size="xs" radius="sm" variant="light">
                {withCount(label, counts.data, value)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Box>
      {list.isError ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.isPending ? (
        <Group justify="center" p="xl">
          <Loader size="sm" aria-label="Loading conversations" />
        </Group>
      ) : items.length === 0 ? (
        <NothingFound search={search} filter={filter} />
      ) : (
        <Virtuoso
          className={classes.rows}
          data={items}
          computeItemKey={(_, item) => item.id}
          endReached={() => list.hasNextPage && !list.isFetchingNextPage && list.fetchNextPage()}
          increaseViewportBy={400}
          itemContent={(_, item) => <Row conversation={item} isSelected={item.id === selected} />}
        />
      )}
    </Box>
  )
}

function Row({ conversation, isSelected }: { conversation: ConversationSummary; isSelected: boolean }) {
  const { id, name, preview, lastMessageAt, unread, owner, needsPerson, hasFailed, isPlayground, assignee } =
    conversation
  return (
    <Link
      href={`/inbox/${id}`}
      className={classes.row ?? ''}
      data-selected={isSelected || undefined}
      aria-current={isSelected ? 'true' : undefined}
    >
      <Group wrap="nowrap" justify="space-between" gap={8}>
        <Text size="sm" fw={unread > 0 ? 700 : 550} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" style={{ flexShrink: 0 }}>
          {shortTime(lastMessageAt)}
        </Text>
      </Group>
      <Group wrap="nowrap" justify="space-between" gap={8}>
        <Text size="sm" c="dimmed" truncate>
          {preview}
        </Text>
        {unread > 0 && (
          <Badge size="sm" circle={unread < 10} aria-label={`${unread} unread`}>
            {unread > 99 ? '99+' : unread}
          </Badge>
        )}
      </Group>
      <Group gap={6} mt={4}>
        {needsPerson ? (
          <Badge size="xs" color="orange" variant="light" leftSection={<IconUser size={10} aria-hidden />}>
            Needs a person
          </Badge>
        ) : owner === 'bot' ? (
          <Badge size="xs" variant="default" leftSection={<IconRobot size={10} aria-hidden />}>
            Bot
          </Badge>
        ) : (
          <Badge size="xs" variant="default" leftSection={<IconUser size={10} aria-hidden />}>
            {assignee?.name ?? 'Person'}
          </Badge>
        )}
        {hasFailed && (
          <Badge size="xs" color="red" variant="light" leftSection={<IconAlertTriangle size={10} aria-hidden />}>
            Failed
          </Badge>
        )}
        {isPlayground && (
          <Badge size="xs" variant="light" color="grape">
            Playground
          </Badge>
        )}
      </Group>
    </Link>
  )
}

function NothingFound({ search, filter }: { search: string; filter: ConversationFilter }) {
  if (search) return <EmptyState icon={IconSearch} title={`Nobody matches “${search}”`} />
  if (filter !== 'all') return <EmptyState icon={IconInbox} title="Nothing here right now" />
  return (
    <EmptyState icon={IconInbox} title="No conversations yet">
      They appear when a customer writes. Try it yourself in the <TextLink href="/playground">Playground</TextLink>.
    </EmptyState>
  )
}

const withCount = (
  label: string,
  counts: Partial<Record<ConversationFilter, number>> | undefined,
  filter: ConversationFilter,
) => {
  const count = counts?.[filter]
  return count ? `${label} ${count > 999 ? '999+' : count}` : label
}

/** A conversation that moved up between two pages is on both. */
function unique(items: ConversationSummary[]): ConversationSummary[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
