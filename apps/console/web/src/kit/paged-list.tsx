import { Button, Center, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

/** What `usePages` reads, in each of its states, with more to be had at the end. */
export function PagedList<Item>(props: {
  list: {
    items: Item[] | undefined
    error: Error | null
    hasMore: boolean
    isLoadingMore: boolean
    loadMore(): void
    refetch(): void
  }
  /** For those who do not see it turn. */
  loading: string
  nothing: ReactNode
  children(items: Item[]): ReactNode
}) {
  const { list, loading, nothing, children } = props
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (!list.items) {
    return (
      <Center p="xl">
        <Loader size="sm" aria-label={loading} />
      </Center>
    )
  }
  return (
    <>
      {list.items.length === 0 ? nothing : children(list.items)}
      {list.hasMore && (
        <Center p="md">
          <Button variant="default" onClick={list.loadMore} loading={list.isLoadingMore}>
            Show more
          </Button>
        </Center>
      )}
    </>
  )
}
