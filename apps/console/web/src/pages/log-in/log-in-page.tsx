import {
  Alert,
  Anchor,
  Button,
  Center,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallError, request } from '../../app/api.ts'
import { usePageTitle } from '../../kit/page.tsx'

export function LogInPage() {
  usePageTitle('Log in')
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [forgot, setForgot] = useState(false)

  const logIn = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    try {
      await request('POST', '/api/auth/sign-in/email', { email: email.trim(), password })
      await queries.refetchQueries({ queryKey: ['me'] })
    } catch (error) {
      setFault(explain(error))
      setBusy(false)
    }
  }

  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={400} radius="lg">
        <Group gap="sm" mb="lg">
          <img src="/icon.svg" width={32} height={32} alt="" />
          <Title order={1} size="h3">
            Log in to Parley
          </Title>
        </Group>
        <form onSubmit={logIn}>
          <Stack>
            {fault && (
              <Alert color="red" role="alert">
                {fault}
              </Alert>
            )}
            <TextInput
              label="E-mail"
              type="email"
              autoComplete="username"
              required
              autoFocus
              withAsterisk={false}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Button type="submit" loading={busy} fullWidth>
              Log in
            </Button>
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => setForgot(!forgot)}
              aria-expanded={forgot}
            >
              Forgot the password?
            </Anchor>
            {forgot && (
              <Text size="sm" c="dimmed">
                An owner of your account can make you a link for a new one under Team. Whoever runs this installation
                can do it with <code>parley user reset --email you@example.com</code>.
              </Text>
            )}
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}

function explain(error: unknown): string {
  if (!(error instanceof CallError)) return 'Something failed. Try again.'
  if (error.status === 429) return 'Too many attempts. Wait a minute, then try again.'
  if (error.status === 401) return 'E-mail or password is not right.'
  return error.message
}
