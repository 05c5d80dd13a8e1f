import { Alert, Badge, Button, Group, PasswordInput, Stack, Table, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type CallError, callOpen, request } from '../../app/api.ts'
import { useSession } from '../../app/session.tsx'
import { Card } from '../../kit/card.tsx'
import { Page } from '../../kit/page.tsx'
import { wholeTime } from '../../kit/time.ts'

export default function ProfilePage() {
  const { me } = useSession()
  return (
    <Page title="You" hint={me.user.email}>
      <Stack maw={760}>
        <Name />
        <ChangePassword />
        <Sessions />
      </Stack>
    </Page>
  )
}

function Name() {
  const { me } = useSession()
  const queries = useQueryClient()
  const [name, setName] = useState(me.user.name)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    await callOpen('PATCH /me', { body: { name } })
    await queries.invalidateQueries({ queryKey: ['me'] })
    notifications.show({ message: 'Saved.', color: 'brand' })
  }
  return (
    <Card title="Name" hint="Shown to your team beside what you write.">
      <form onSubmit={save}>
        <Group>
          <TextInput
            aria-label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            style={{ flex: 1 }}
          />
          <Button type="submit" variant="default" disabled={name.trim() === '' || name === me.user.name}>
            Save
          </Button>
        </Group>
      </form>
    </Card>
  )
}

function ChangePassword() {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [fault, setFault] = useState<string>()
  const [done, setDone] = useState(false)
  const change = async (event: FormEvent) => {
    event.preventDefault()
    setFault(undefined)
    try {
      await request('POST', '/api/auth/change-password', {
        currentPassword: current,
        newPassword: next,
        revokeOtherSessions: true,
      })
      setCurrent('')
      setNext('')
      setDone(true)
    } catch (error) {
      const { status, message } = error as CallError
      setFault(status === 429 ? 'Too many attempts. Wait a minute, then try again.' : message)
    }
  }
  return (
    <Card title="Password" hint="A change signs you out everywhere else.">
      <form onSubmit={change}>
        <Stack>
          {fault && (
            <Alert color="red" role="alert">
              {fault}
            </Alert>
          )}
          {done && <Alert color="brand">The password is changed.</Alert>}
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <PasswordInput
            label="New password"
            description="At least 10 characters"
            autoComplete="new-password"
            required
            withAsterisk={false}
            minLength={10}
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" variant="default">
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

type BrowserSession = {
  id: string
  token: string
  createdAt: string
  ipAddress: string | null
  userAgent: string | null
}

function Sessions() {
  const queries = useQueryClient()
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => request('GET', '/api/auth/list-sessions') as Promise<BrowserSession[]>,
  })
  const { signOut } = useSession()
  const end = async (token: string) => {
    await request('POST', '/api/auth/revoke-session', { token })
    await queries.invalidateQueries({ queryKey: ['sessions'] })
  }
  const endOthers = async () => {
    await request('POST', '/api/auth/revoke-other-sessions')
    await queries.invalidateQueries({ queryKey: ['sessions'] })
    notifications.show({ message: 'All other browsers are signed out.', color: 'brand' })
  }
  return (
    <Card
      title="Sessions"
      hint="Browsers in which you are signed in."
      actions={
        <>
          <Button variant="default" onClick={endOthers}>
            Sign out everywhere else
          </Button>
          <Button variant="default" onClick={signOut}>
            Log out
          </Button>
        </>
      }
    >
      <Table verticalSpacing="sm">
        <Table.Tbody>
          {sessions.data?.map((session) => (
            <Table.Tr key={session.id}>
              <Table.Td>
                <Text size="sm" fw={600}>
                  {browserOf(session.userAgent)}{' '}
                  {session.userAgent === navigator.userAgent && <Badge variant="light">like this one</Badge>}
                </Text>
                <Text size="xs" c="dimmed">
                  {session.ipAddress || 'unknown address'} · since {wholeTime(session.createdAt)}
                </Text>
              </Table.Td>
              <Table.Td w={110}>
                <Button size="xs" variant="default" onClick={() => end(session.token)}>
                  Sign out
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}

function browserOf(userAgent: string | null): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(userAgent ?? '')?.[1] ?? 'A browser'
  const system = /(Windows|Mac OS X|Android|iPhone|Linux)/.exec(userAgent ?? '')?.[1]
  return `${browser === 'Edg' ? 'Edge' : browser}${system ? ` on ${system}` : ''}`
}
