import { Alert, Button, Group, Progress, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall, useChange } from '../../app/use-call.ts'
import { Card } from '../../kit/card.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { CopyField } from '../../kit/copy-field.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { wholeTime } from '../../kit/time.ts'

export function AccountTab() {
  const settings = useCall('GET /account', {}, { refetchIntervalMs: 10_000 })
  const generate = useChange('POST /api-key', { refetches: ['GET /account'] })
  if (settings.isError) return <ErrorState error={settings.error} onRetry={() => settings.refetch()} />
  if (!settings.data) return <Skeleton h={300} radius="lg" />
  const { apiKey, rateLimit } = settings.data
  const makeKey = () => generate.mutate({})
  return (
    <Stack>
      <Card
        title="API key"
        hint="Your platform sends it with every request. There is one key an account, and it is shown only when it is made."
        actions={
          apiKey ? (
            <ConfirmButton
              title="Generate a new key?"
              question="The key that is in use now stops working at once. Everything that sends messages with it must get the new one."
              confirm="Generate"
              loading={generate.isPending}
              onConfirm={makeKey}
            >
              Generate
            </ConfirmButton>
          ) : (
            <Button onClick={makeKey} loading={generate.isPending}>
              Generate
            </Button>
          )
        }
      >
        {generate.data ? (
          <Alert color="brand" variant="light" title="Copy the key now: it is not shown again.">
            <CopyField label="New API key" value={generate.data.apiKey} />
          </Alert>
        ) : (
          <Text size="sm" c="dimmed">
            {apiKey
              ? `The key in use ends in …${apiKey.hint} and was made on ${wholeTime(apiKey.createdAt)}.`
              : 'No key yet.'}
          </Text>
        )}
      </Card>
      <Card
        title="Rate limit"
        hint="Requests with your key, counted over a minute. A batch counts one for every 10 messages."
      >
        <Progress
          value={Math.min(100, (rateLimit.used / rateLimit.perMinute) * 100)}
          color={rateLimit.used > rateLimit.perMinute ? 'red' : 'brand'}
          size="lg"
          aria-label="Use of the rate limit"
        />
        <Text size="sm" mt={8}>
          {rateLimit.used.toLocaleString()} of {rateLimit.perMinute.toLocaleString()} in this minute
          {rateLimit.resetS > 0 && `, which ends in ${rateLimit.resetS} s`}
        </Text>
      </Card>
      <General name={settings.data.name} botEnabled={settings.data.botEnabled} id={settings.data.id} />
    </Stack>
  )
}

function General(props: { id: string; name: string; botEnabled: boolean }) {
  const queries = useQueryClient()
  const [name, setName] = useState(props.name)
  const save = useChange('PATCH /account', {
    refetches: ['GET /account'],
    done: 'Saved.',
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['me'] }),
  })
  return (
    <Card title="General">
      <Stack>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate({ body: { name } })
          }}
        >
          <Group align="flex-end">
            <TextInput
              label="Name"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              style={{ flex: 1 }}
              required
              withAsterisk={false}
            />
            <Button type="submit" variant="default" disabled={name === props.name || name.trim() === ''}>
              Save
            </Button>
          </Group>
        </form>
        <Switch
          label="The bot answers"
          description="Off: messages are stored and shown, and nobody is answered automatically."
          checked={props.botEnabled}
          onChange={(event) => save.mutate({ body: { botEnabled: event.currentTarget.checked } })}
        />
        <CopyField label="Account id" value={props.id} />
      </Stack>
    </Card>
  )
}
