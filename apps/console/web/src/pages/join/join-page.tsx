import {
  Alert,
  Anchor,
  Button,
  Center,
  Group,
  Loader,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type CallError, callOpen, request } from '../../app/api.ts'
import { usePageTitle } from '../../kit/page.tsx'

/** Where an invitation's link leads: join an account, or choose a new password. */
export default function JoinPage({ token }: { token: string }) {
  usePageTitle('Welcome')
  const queries = useQueryClient()
  const offer = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => callOpen('GET /invitation/:token', { params: { token } }),
    retry: false,
  })
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)

  const accept = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    try {
      const { email } = await callOpen('POST /invitation/:token', {
        params: { token },
        body: { ...(name && { name }), ...(password && { password }) },
      })
      if (password) await request('POST', '/api/auth/sign-in/email', { email, password })
      queries.clear()
      location.assign('/')
    } catch (error) {
      setFault((error as CallError).message)
      setBusy(false)
    }
  }

  if (offer.isPending)
    return (
      <Center h="100vh">
        <Loader aria-label="Loading" />
      </Center>
    )
  const { account, role, email, isKnown } = offer.data ?? { account: null, role: null, email: '', isKnown: false }
  const needsPassword = !account || !isKnown
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={420} radius="lg">
        {offer.isError ? (
          <Stack>
            <Title order={1} size="h3">
              This link does not work
            </Title>
            <Text>{offer.error.message}</Text>
            <Anchor href="/">Go to the log-in</Anchor>
          </Stack>
        ) : (
          <form onSubmit={accept}>
            <Stack>
              <Group gap="sm">
                <img src="/icon.svg" width={32} height={32} alt="" />
                <Title order={1} size="h3">
                  {account ? `Join ${account}` : 'Choose a new password'}
                </Title>
              </Group>
              <Text size="sm" c="dimmed">
                {account ? `You are invited as ${role}, with the address ${email}.` : `For ${email}.`}
              </Text>
              {fault && (
                <Alert color="red" role="alert">
                  {fault}
                </Alert>
              )}
              {account && !isKnown && (
                <TextInput
                  label="Your name"
                  required
                  withAsterisk={false}
                  autoComplete="name"
                  value={name}
                  onChange={(event) => setName(event.currentTarget.value)}
                />
              )}
              {needsPassword && (
                <PasswordInput
                  label="Password"
                  description="At least 10 characters"
                  required
                  withAsterisk={false}
                  minLength={10}
                  autoComplete="new-password"
                  value={password}
                  onChange={(event) => setPassword(event.currentTarget.value)}
                />
              )}
              <Button type="submit" loading={busy}>
                {account ? 'Join' : 'Save and log in'}
              </Button>
            </Stack>
          </form>
        )}
      </Paper>
    </Center>
  )
}
