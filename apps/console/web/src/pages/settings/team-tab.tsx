import { Alert, Button, Group, Select, Stack, Table, Text, TextInput } from '@mantine/core'
import type { Role } from '@parley/contracts/session/me'
import type { InvitationLink } from '@parley/contracts/session/team'
import { type FormEvent, useState } from 'react'
import { useSession } from '../../app/session.tsx'
import { useCall, useChange } from '../../app/use-call.ts'
import { Card } from '../../kit/card.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { CopyField } from '../../kit/copy-field.tsx'
import { wholeTime } from '../../kit/time.ts'

const roles: { value: Role; label: string }[] = [
  { value: 'owner', label: 'Owner' },
  { value: 'agent', label: 'Agent' },
  { value: 'viewer', label: 'Viewer' },
]

export function TeamTab() {
  const { me } = useSession()
  const team = useCall('GET /team', {})
  const invitations = useCall('GET /invitations', {})
  const [link, setLink] = useState<InvitationLink>()
  const refetches = ['GET /team' as const]
  const setRole = useChange('PUT /team/:user', { refetches, done: 'The role is changed.' })
  const remove = useChange('DELETE /team/:user', { refetches, done: 'They no longer belong to the account.' })
  const reset = useChange('POST /team/:user/reset-link', { onSuccess: setLink })
  const withdraw = useChange('DELETE /invitations/:invitation', { refetches: ['GET /invitations'] })
  return (
    <Stack>
      <Card
        title="Invite somebody"
        hint="Owners do everything; agents answer in the inbox and keep contacts; viewers look."
      >
        <Invite onMade={setLink} />
        {link && (
          <Alert
            mt="md"
            color="brand"
            variant="light"
            title={link.mailed ? 'The link was sent by mail' : 'Pass this link on'}
          >
            <CopyField label="Link" value={link.link} hint={`It works once, until ${wholeTime(link.expiresAt)}.`} />
          </Alert>
        )}
      </Card>
      <Card title="Team">
        <Table.ScrollContainer minWidth={560}>
          <Table verticalSpacing="sm">
            <Table.Tbody>
              {team.data?.map(({ id, name, email, role }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Text size="sm" fw={600}>
                      {name} {id === me.user.id && '(you)'}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {email}
                    </Text>
                  </Table.Td>
                  <Table.Td w={140}>
                    <Select
                      size="xs"
                      aria-label={`Role of ${name}`}
                      data={roles}
                      value={role}
                      allowDeselect={false}
                      onChange={(next) =>
                        next && setRole.mutate({ params: { user: id }, body: { role: next as Role } })
                      }
                    />
                  </Table.Td>
                  <Table.Td w={260}>
                    <Group gap={6} justify="flex-end" wrap="nowrap">
                      <Button size="xs" variant="default" onClick={() => reset.mutate({ params: { user: id } })}>
                        Password link
                      </Button>
                      <ConfirmButton
                        danger
                        size="xs"
                        title={`Remove ${name}?`}
                        question="They can no longer open this account. What they wrote stays."
                        confirm="Remove"
                        onConfirm={() => remove.mutate({ params: { user: id } })}
                      >
                        Remove
                      </ConfirmButton>
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Card>
      {invitations.data && invitations.data.length > 0 && (
        <Card title="Open invitations">
          <Table>
            <Table.Tbody>
              {invitations.data.map(({ id, email, role, expiresAt }) => (
                <Table.Tr key={id}>
                  <Table.Td>{email}</Table.Td>
                  <Table.Td>{role}</Table.Td>
                  <Table.Td>until {wholeTime(expiresAt)}</Table.Td>
                  <Table.Td w={120}>
                    <Button size="xs" variant="default" onClick={() => withdraw.mutate({ params: { invitation: id } })}>
                      Withdraw
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Card>
      )}
    </Stack>
  )
}

function Invite({ onMade }: { onMade(link: InvitationLink): void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('agent')
  const invite = useChange('POST /invitations', {
    refetches: ['GET /invitations'],
    quiet: true,
    onSuccess: (link) => {
      setEmail('')
      onMade(link)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate({ body: { email, role } })
  }
  return (
    <form onSubmit={submit}>
      <Group align="flex-start">
        <TextInput
          label="E-mail"
          type="email"
          required
          withAsterisk={false}
          value={email}
          error={invite.error?.message}
          onChange={(event) => setEmail(event.currentTarget.value)}
          style={{ flex: '1 1 220px' }}
        />
        <Select
          label="Role"
          data={roles}
          value={role}
          allowDeselect={false}
          onChange={(next) => setRole((next ?? 'agent') as Role)}
          w={130}
        />
        <Button type="submit" mt={25} loading={invite.isPending}>
          Invite
        </Button>
      </Group>
    </form>
  )
}
