import { Box, Group, Loader } from '@mantine/core'
import type { ConversationFilter, ConversationSummary } from '@parley/contracts/session/inbox'
import { IconInbox, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useMemo, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { callAccount } from '../../app/api.ts'
import { useSession } from '../../app/session.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { TextLink } from '../../kit/text-link.tsx'
import { ConversationRow } from './conversation-row.tsx'
import classes from './inbox.module.css'
import { ListHead } from './list-head.tsx'

export function ConversationList(props: {
  selected: string | undefined
  searchRef: Ref<HTMLInputElement>
  onShown(conversations: ConversationSummary[]): void
}) {
  const { selected, searchRef, onShown } = props
  const { account } = useSession()
  const [filter, setFilter] = useState<ConversationFilter>('all')
  const [search, setSearch] = useState('')
  const list = useInfiniteQuery({
    queryKey: [account.id, 'GET /conversations', filter, search],
    queryFn: ({ pageParam, signal }) =>
      callAccount(account.id, 'GET /conversations', { query: { filter, search, cursor: pageParam } }, signal),
    // What was asked before stays until the answer is here: nothing flickers while somebody types.
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    maxPages: 12,
    meta: { live: true },
    refetchInterval: 30_000,
  })
  const items = useMemo(() => unique(list.data?.pages.flatMap((page) => page.items) ?? []), [list.data])
  useEffect(() => onShown(items), [items, onShown])

  return (
    <Box className={classes.list} component="section" aria-label="Conversations" aria-busy={list.isPlaceholderData}>
      <ListHead filter={filter} onFilter={setFilter} search={search} onSearch={setSearch} searchRef={searchRef} />
      {list.isError ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.isPending || (items.length === 0 && list.isPlaceholderData) ? (
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
          itemContent={(_, item) => <ConversationRow conversation={item} isSelected={item.id === selected} />}
        />
      )}
    </Box>
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

/** A conversation that moved up between two pages is on both. */
function unique(items: ConversationSummary[]): ConversationSummary[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
