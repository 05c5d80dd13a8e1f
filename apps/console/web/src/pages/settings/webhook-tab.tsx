import { Alert, Badge, Button, Group, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import type { WebhookState } from '@parley/contracts/session/settings'
import { IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall, useChange } from '../../app/use-call.ts'
import { Card } from '../../kit/card.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { CopyIcon } from '../../kit/copy-field.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { wholeTime } from '../../kit/time.ts'
import { Attempts } from './attempts.tsx'

export type Kind = 'reply' | 'auto_recharge'

export function WebhookTab({ kind, title, hint }: { kind: Kind; title: string; hint: string }) {
  const params = { kind }
  const state = useCall('GET /webhooks/:kind', { params }, { refetchIntervalMs: 10_000, live: true })
  if (state.isError) return <ErrorState error={state.error} onRetry={() => state.refetch()} />
  if (!state.data) return <Skeleton h={300} radius="lg" />
  const { webhook } = state.data
  return (
    <Stack>
      <Card title={title} hint={hint}>
        <Address key={webhook?.url ?? ''} kind={kind} url={webhook?.url ?? ''} />
      </Card>
      {webhook && <Secret kind={kind} webhook={webhook} />}
      {webhook && <Health kind={kind} webhook={webhook} />}
      {webhook && <Attempts kind={kind} />}
    </Stack>
  )
}

function Address({ kind, url }: { kind: Kind; url: string }) {
  const [text, setText] = useState(url)
  const save = useChange('PUT /webhooks/:kind', {
    refetches: ['GET /webhooks/:kind'],
    done: 'The address is saved.',
    quiet: true,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ params: { kind }, body: { url: text } })
      }}
    >
      <Group align="flex-start" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          label="URL"
          type="url"
          placeholder="https://example.com/replies"
          value={text}
          error={save.error?.message}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" mt={25} loading={save.isPending} disabled={text.trim() === ''}>
          Save
        </Button>
      </Group>
    </form>
  )
}

function Secret({ kind, webhook }: { kind: Kind; webhook: WebhookState }) {
  const rotate = useChange('POST /webhooks/:kind/rotate', {
    refetches: ['GET /webhooks/:kind'],
    done: 'There is a new secret; the old one counts for 24 hours more.',
  })
  return (
    <Card
      title="Secret"
      hint="Checks that a post is from Parley and unchanged (Standard Webhooks). Any library for it takes the secret as it is."
      actions={
        <ConfirmButton
          title="Rotate the secret?"
          question="A new secret is made. For 24 hours posts carry a signature of each, so that your receiver can change over without loss."
          confirm="Rotate"
          loading={rotate.isPending}
          onConfirm={() => rotate.mutate({ params: { kind } })}
        >
          Rotate
        </ConfirmButton>
      }
    >
      <Group align="flex-end" gap={6} wrap="nowrap">
        <PasswordInput label="Signing secret" value={webhook.secret} readOnly style={{ flex: 1 }} />
        <CopyIcon value={webhook.secret} label="Copy the secret" size={36} />
      </Group>
      {webhook.previousSecretUntil && (
        <Text size="sm" c="dimmed" mt={6}>
          The secret before it counts until {wholeTime(webhook.previousSecretUntil)}.
        </Text>
      )}
    </Card>
  )
}

const looks = {
  healthy: { color: 'brand', label: 'Healthy' },
  failing: { color: 'orange', label: 'Failing' },
  disabled: { color: 'red', label: 'Disabled' },
} as const

function Health({ kind, webhook }: { kind: Kind; webhook: WebhookState }) {
  const refetches = ['GET /webhooks/:kind', 'GET /webhooks/:kind/attempts'] as const
  const test = useChange('POST /webhooks/:kind/test', { refetches: [...refetches] })
  const enable = useChange('POST /webhooks/:kind/enable', {
    refetches: [...refetches],
    done: 'It is enabled; what waited goes out.',
  })
  const look = looks[webhook.state]
  return (
    <Card
      title="Health"
      actions={
        <>
          {webhook.state === 'disabled' && (
            <Button variant="default" loading={enable.isPending} onClick={() => enable.mutate({ params: { kind } })}>
              Enable
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconPlugConnected size={16} aria-hidden />}
            loading={test.isPending}
            onClick={() => test.mutate({ params: { kind } })}
          >
            Test now
          </Button>
        </>
      }
    >
      <Group gap="lg">
        <Badge color={look.color} variant="light" size="lg">
          {look.label}
        </Badge>
        <Text size="sm">{webhook.waiting} waiting</Text>
        {webhook.held > 0 && <Text size="sm">{webhook.held} held back</Text>}
        {webhook.failuresInRow > 0 && <Text size="sm">{webhook.failuresInRow} failures in a row</Text>}
      </Group>
      {webhook.disabledReason && (
        <Text size="sm" mt="sm" c="var(--mantine-color-error)">
          {webhook.disabledReason}
        </Text>
      )}
      {test.data && (
        <Alert
          mt="md"
          variant="light"
          color={test.data.ok ? 'brand' : 'red'}
          title={test.data.ok ? 'The test arrived' : 'The test failed'}
        >
          {test.data.error ?? `Answered ${test.data.statusCode}`} in {test.data.durationMs} ms
        </Alert>
      )}
    </Card>
  )
}
