import { notifications } from '@mantine/notifications'
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AccountCall, type CallAnswer, type CallError, type CallInput, callAccount } from './api.ts'
import { useSession } from './session.tsx'

type QueryOptions = {
  enabled?: boolean
  /** Fetched anew when this conversation changes, or with `true` when any does. */
  live?: string | true
  refetchIntervalMs?: number
  /** Keep showing the last answer while that to a changed question is under way. */
  keepPrevious?: boolean
}

/** Reads from the server; the answer is shared by all who ask the same. */
export function useCall<Key extends AccountCall>(
  key: Key,
  input: CallInput<Key>,
  options: QueryOptions = {},
): UseQueryResult<CallAnswer<Key>, CallError> {
  const { account } = useSession()
  return useQuery<CallAnswer<Key>, CallError>({
    queryKey: [account.id, key, input],
    queryFn: () => callAccount(account.id, key, input),
    enabled: options.enabled ?? true,
    ...(options.live && { meta: { live: options.live } }),
    ...(options.refetchIntervalMs && { refetchInterval: options.refetchIntervalMs }),
    ...(options.keepPrevious && { placeholderData: ((previous: unknown) => previous) as never }),
  })
}

/** Changes something on the server, then fetches what it may have changed. A refusal is shown. */
export function useChange<Key extends AccountCall>(
  key: Key,
  options: {
    refetches?: AccountCall[]
    onSuccess?(answer: CallAnswer<Key>): void
    done?: string
    quiet?: boolean
  } = {},
) {
  const { account } = useSession()
  const queries = useQueryClient()
  return useMutation<CallAnswer<Key>, CallError, CallInput<Key>>({
    mutationFn: (input) => callAccount(account.id, key, input),
    onSuccess: async (answer) => {
      for (const each of options.refetches ?? []) void queries.invalidateQueries({ queryKey: [account.id, each] })
      if (options.done) notifications.show({ message: options.done, color: 'brand' })
      options.onSuccess?.(answer)
    },
    onError: (error) => {
      if (!options.quiet) notifications.show({ title: 'That did not work', message: error.message, color: 'red' })
    },
  })
}
