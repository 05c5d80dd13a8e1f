import { ActionIcon, Alert, Box, Group, List, Text, TextInput } from '@mantine/core'
import type { Tried } from '@parley/contracts/session/campaigns'
import { IconSend2 } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useMay } from '../../app/session.tsx'
import { useChange } from '../../app/use-call.ts'
import { Card } from '../../kit/card.tsx'
import { duration } from '../../kit/numbers.ts'

/** Ask the campaign as it is saved. */
export function TryIt({ campaign }: { campaign: string }) {
  const mayTry = useMay('agent')
  const [text, setText] = useState('')
  const ask = useChange('POST /campaigns/:campaign/try', { quiet: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) ask.mutate({ params: { campaign }, body: { text } })
  }
  if (!mayTry) return null
  return (
    <Card title="Try it" hint="What the bot would answer, as it is saved. Nothing is stored, sent or charged.">
      <form onSubmit={submit}>
        <Group gap={8} wrap="nowrap">
          <TextInput
            style={{ flex: 1 }}
            aria-label="Ask as a customer"
            placeholder="Ask as a customer…"
            value={text}
            maxLength={4_000}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <ActionIcon type="submit" size={36} aria-label="Ask" loading={ask.isPending} disabled={text.trim() === ''}>
            <IconSend2 size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </form>
      <Box aria-live="polite" mt="md">
        {ask.data && <Answer answer={ask.data} />}
        {ask.error && (
          <Alert variant="light" color="red" title="It could not answer">
            {ask.error.message}
          </Alert>
        )}
      </Box>
    </Card>
  )
}

function Answer({ answer }: { answer: Tried }) {
  if ('handOver' in answer) {
    return (
      <Alert variant="light" color="yellow" title="It would ask for a person">
        {answer.handOver}
      </Alert>
    )
  }
  return (
    <Alert variant="light" color="brand">
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {answer.text}
      </Text>
      {answer.basedOn.length > 0 && (
        <>
          <Text size="xs" c="dimmed" mt="sm">
            Rests on
          </Text>
          <List size="xs" c="dimmed" spacing={2}>
            {answer.basedOn.map((source) => (
              <List.Item key={source}>{source}</List.Item>
            ))}
          </List>
        </>
      )}
      <Text size="xs" c="dimmed" mt="sm">
        In {duration(answer.durationMs)}
        {answer.credits > 0 && ` · would cost ${answer.credits} credits`}
      </Text>
    </Alert>
  )
}
