import {
  ActionIcon,
  Badge,
  Box,
  Burger,
  Group,
  Menu,
  NavLink,
  ScrollArea,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core'
import { IconCheck, IconLogout, IconMoon, IconSelector, IconSun, IconUserCircle } from '@tabler/icons-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { PageEntry } from './pages.tsx'
import { useSession } from './session.tsx'

/** What stands beside every page. It is drawn anew when another page is opened, not at every address within one. */
export const Navigation = memo(function Navigation(props: {
  pages: PageEntry[]
  current: string | undefined
  connected: boolean
  opened: boolean
  onToggle(): void
}) {
  const { pages, current, connected, opened, onToggle } = props
  return (
    <>
      <Group justify="space-between" mb="sm" px={6} h={40}>
        <Brand />
        <Burger hiddenFrom="sm" opened={opened} onClick={onToggle} size="sm" aria-label="Close the menu" />
      </Group>
      <AccountSwitcher />
      <ScrollArea style={{ flex: 1 }} mt="sm">
        <Stack gap={2}>
          {pages
            .filter(({ inMenu }) => inMenu)
            .map(({ path, title, icon: Picture }) => (
              <NavLink
                key={path}
                component={Link}
                href={path}
                label={title}
                leftSection={<Picture size={18} stroke={1.7} aria-hidden />}
                active={path === current}
                aria-current={path === current ? 'page' : undefined}
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
    </>
  )
})

export const Brand = () => (
  <Group gap={8}>
    <img src="/icon.svg" width={24} height={24} alt="" />
    <Text fw={700} size="lg" lh={1}>
      Parley
    </Text>
  </Group>
)

function AccountSwitcher() {
  const { me, account, switchAccount } = useSession()
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
