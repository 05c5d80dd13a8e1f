import { useInfiniteQuery } from '@tanstack/react-query'
import { type AccountCall, type CallAnswer, type CallError, type CallInput, callAccount } from './api.ts'
import { useSession } from './session.tsx'

type PagedCall = { [Key in AccountCall]: CallAnswer<Key> extends { items: unknown[] } ? Key : never }[AccountCall]
type ItemOf<Key extends PagedCall> = CallAnswer<Key> extends { items: (infer Item)[] } ? Item : never

/** A list that is read page by page. */
export function usePages<Key extends PagedCall>(key: Key, input: Omit<CallInput<Key>, never>) {
  const { account } = useSession()
  const pages = useInfiniteQuery({
    queryKey: [account.id, key, input],
    queryFn: async ({ pageParam }) => {
      const { query = {} } = input as { query?: object }
      const page = await callAccount(account.id, key, { ...input, query: { ...query, cursor: pageParam } } as never)
      return page as { items: ItemOf<Key>[]; nextCursor: string | null }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  return {
    items: pages.data?.pages.flatMap((page) => page.items),
    error: pages.error as CallError | null,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    loadMore: () => void pages.fetchNextPage(),
    refetch: () => void pages.refetch(),
  }
}
