import { AppShell, Burger, Center, Group, Loader } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserCircle } from '@tabler/icons-react'
import { Suspense, useCallback, useEffect, useMemo } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { EmptyState } from '../kit/empty-state.tsx'
import { TextLink } from '../kit/text-link.tsx'
import { Brand, Navigation } from './navigation.tsx'
import { lastPage, pages } from './pages.tsx'
import { useSession } from './session.tsx'
import { useAlerts } from './use-alerts.ts'
import { useLive } from './use-live.ts'

export function Shell() {
  const { account, me } = useSession()
  const [opened, { toggle, close }] = useDisclosure()
  const [path, navigate] = useLocation()
  const { connected } = useLive(account.id)
  useAlerts(useCallback((conversation: string) => navigate(`/inbox/${conversation}`), [navigate]))
  const visible = useMemo(() => pages.filter(({ mayOpen }) => mayOpen(account, me)), [account, me])
  const current = visible.find((page) => path.startsWith(page.path))?.path
  const home = visible.find((page) => page.path === localStorage.getItem(lastPage)) ?? visible[0]

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the page changes
  useEffect(close, [path, close])
  useEffect(() => {
    if (current && current !== '/profile') localStorage.setItem(lastPage, current)
  }, [current])

  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={0}
    >
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <AppShell.Header hiddenFrom="sm" px="md">
        <Group h="100%" gap="sm">
          <Burger opened={opened} onClick={toggle} size="sm" aria-label="Menu" />
          <Brand />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Main">
        <Navigation pages={visible} current={current} connected={connected} opened={opened} onToggle={toggle} />
      </AppShell.Navbar>
      <AppShell.Main id="content" style={{ display: 'flex', flexDirection: 'column' }}>
        <Suspense fallback={<PageLoading />}>
          <Switch>
            {visible.map(({ path: target, component: Content }) => (
              <Route key={target} path={`${target}/*?`}>
                <Content />
              </Route>
            ))}
            <Route path="/">{home && <Redirect to={home.path} replace />}</Route>
            <Route>
              <NotHere />
            </Route>
          </Switch>
        </Suspense>
      </AppShell.Main>
    </AppShell>
  )
}

const PageLoading = () => (
  <Center style={{ flex: 1 }} mih={240}>
    <Loader aria-label="Loading" />
  </Center>
)

const NotHere = () => (
  <EmptyState icon={IconUserCircle} title="There is nothing here for you">
    The page does not exist, or your role in this account does not include it.{' '}
    <TextLink href="/">Go to the start</TextLink>.
  </EmptyState>
)
