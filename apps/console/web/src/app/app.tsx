import { Center, Loader, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useRoute } from 'wouter'
import { ErrorState } from '../kit/error-state.tsx'
import { LogInPage } from '../pages/log-in/log-in-page.tsx'
import { CallError } from './api.ts'
import { SessionProvider, useMe } from './session.tsx'
import { Shell } from './shell.tsx'
import { readableColours, theme } from './theme.ts'

const JoinPage = lazy(() => import('../pages/join/join-page.tsx'))
const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
// Under this name the part that stops the page behind a dialog from scrolling looks for the nonce of its style.
Object.assign(globalThis, { __webpack_nonce__: nonce })

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && !(error instanceof CallError && error.status >= 400 && error.status < 500),
    },
  },
})

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readableColours}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <Notifications position="top-center" limit={3} />
        <Suspense fallback={<Waiting />}>
          <Entrance />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  )
}

function Entrance() {
  const [isJoining, params] = useRoute('/join/:token')
  return isJoining ? <JoinPage token={params.token} /> : <Inside />
}

function Inside() {
  const me = useMe()
  if (me.isPending) return <Waiting />
  if (me.isError) return <ErrorState error={me.error} onRetry={() => me.refetch()} />
  if (!me.data) return <LogInPage />
  return (
    <SessionProvider me={me.data}>
      <Shell />
    </SessionProvider>
  )
}

const Waiting = () => (
  <Center h="100vh">
    <Loader aria-label="Loading" />
  </Center>
)
