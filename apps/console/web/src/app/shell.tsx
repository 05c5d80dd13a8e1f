import {
  ActionIcon,
  AppShell,
  Badge,
  Box,
  Burger,
  Center,
  Group,
  Loader,
  Menu,
  NavLink,
  ScrollArea,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconLogout, IconMoon, IconSelector, IconSun, IconUserCircle } from '@tabler/icons-react'
import { Suspense, useCallback, useEffect } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { EmptyState } from '../kit/empty-state.tsx'
import { TextLink } from '../kit/text-link.tsx'
import { pages } from './pages.tsx'
import { useSession } from './session.tsx'
import { useAlerts } from './use-alerts.ts'
import { useLive } from './use-live.ts'

const lastPage = 'parley.page'

export function Shell() {
  const { account, me } = useSession()
  const [opened, { toggle, close }] = useDisclosure()
  const [path, navigate] = useLocation()
  const { connected } = useLive(account.id)
  useAlerts(useCallback((conversation: string) => navigate(`/inbox/${conversation}`), [navigate]))
  const visible = pages.filter(({ mayOpen }) => mayOpen(account, me))
  const home = visible.find((page) => page.path === localStorage.getItem(lastPage)) ?? visible[0]

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the page changes
  useEffect(close, [path, close])
  useEffect(() => {
    const current = visible.find((page) => path.startsWith(page.path) && page.inMenu)
    if (current) localStorage.setItem(lastPage, current.path)
  }, [path, visible])

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
        <Group justify="space-between" mb="sm" px={6} h={40}>
          <Brand />
          <Burger hiddenFrom="sm" opened={opened} onClick={toggle} size="sm" aria-label="Close the menu" />
        </Group>
        <AccountSwitcher />
        <ScrollArea style={{ flex: 1 }} mt="sm">
          <Stack gap={2}>
            {visible
              .filter(({ inMenu }) => inMenu)
              .map(({ path: target, title, icon: Picture }) => (
                <NavLink
                  key={target}
                  component={Link}
                  href={target}
                  label={title}
                  leftSection={<Picture size={18} stroke={1.7} aria-hidden />}
                  active={path.startsWith(target)}
                  aria-current={path.startsWith(target) ? 'page' : undefined}
                  style={{ borderRadius: 'var(--mantine-radius-md)' }}
                />
              ))}
          </Stack>
        </ScrollArea>
        {!connected && (
          <Badge color="orange" variant="light" fullWidth mb="xs" role="status">
            Reconnecting…
          </Badge>
        )}
        <PersonMenu />
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

const Brand = () => (
  <Group gap={8}>
    <img src="/icon.svg" width={24} height={24} alt="" />
    <Text fw={700} size="lg" lh={1}>
      Parley
    </Text>
  </Group>
)

function AccountSwitcher() {
  const { me, account, switchAccount } = useSession()
  const [, navigate] = useLocation()
  const shown = (
    <Box style={{ flex: 1, minWidth: 0 }}>
      <Text size="sm" fw={600} truncate>
        {account.name}
      </Text>
      <Text size="xs" c="dimmed">
        {kinds[account.kind]} · {account.role}
      </Text>
    </Box>
  )
  if (me.accounts.length === 1) return <Box px={10}>{shown}</Box>
  return (
    <Menu width={232} position="bottom-start">
      <Menu.Target>
        <UnstyledButton px={10} py={4} title="Switch account">
          <Group wrap="nowrap">
            {shown}
            <IconSelector size={16} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {me.accounts.map(({ id, name }) => (
          <Menu.Item
            key={id}
            rightSection={id === account.id ? <IconCheck size={16} aria-label="current" /> : null}
            onClick={() => {
              switchAccount(id)
              navigate('/')
            }}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const kinds = { standard: 'Account', agency: 'Agency', sub_account: 'Sub-account' } as const

function PersonMenu() {
  const { me, signOut } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isDark =
    colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <Group wrap="nowrap" gap={4} pt="xs" style={{ borderTop: '1px solid var(--parley-line)' }}>
      <Menu position="top-start" width={220}>
        <Menu.Target>
          <UnstyledButton
            p={6}
            style={{ flex: 1, minWidth: 0 }}
            aria-label={`${me.user.name}, signed in as ${me.user.email}`}
          >
            <Group gap={8} wrap="nowrap">
              <IconUserCircle size={20} stroke={1.6} aria-hidden />
              <Text size="sm" truncate>
                {me.user.name}
              </Text>
            </Group>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} href="/profile" leftSection={<IconUserCircle size={16} aria-hidden />}>
            You and your sessions
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
            Log out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={isDark ? 'Use light colours' : 'Use dark colours'}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        {isDark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
      </ActionIcon>
    </Group>
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
