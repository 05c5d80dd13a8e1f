import { ActionIcon, Alert, Group, Text, TextInput } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useMay } from '../../app/session.tsx'
import { useChange } from '../../app/use-call.ts'
import { Card } from '../../kit/card.tsx'

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
  const answer = ask.data
  return (
    <Card title="Try it" hint="What the bot would answer to a customer. Nothing is stored, sent or charged.">
      <form onSubmit={submit}>
        <Group gap={8} wrap="nowrap">
          <TextInput
            style={{ flex: 1 }}
            aria-label="Ask as a customer"
            placeholder="Ask as a customer…"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <ActionIcon type="submit" size={36} aria-label="Ask" loading={ask.isPending} disabled={text.trim() === ''}>
            <IconSend2 size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </form>
      <div aria-live="polite">
        {answer && 'text' in answer && (
          <Alert mt="md" variant="light" color="brand">
            {answer.text}
            <Text size="xs" c="dimmed" mt={8}>
              In {answer.durationMs} ms{answer.credits > 0 && ` · would cost ${answer.credits} credits`}
            </Text>
          </Alert>
        )}
        {answer && 'handOver' in answer && (
          <Alert mt="md" variant="light" color="orange" title="It would ask for a person">
            {answer.handOver}
          </Alert>
        )}
        {ask.error && (
          <Alert mt="md" variant="light" color="red" title="It could not answer">
            {ask.error.message}
          </Alert>
        )}
      </div>
    </Card>
  )
}
