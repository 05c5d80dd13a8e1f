import { ActionIcon, Box, Button, Group, Paper, ScrollArea, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import type { PlaygroundState } from '@parley/contracts/session/playground'
import { IconSend2 } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import classes from './chat.module.css'

/** The conversation as the customer sees it on their own screen. */
export function Chat(props: {
  state: PlaygroundState | undefined
  sending: string | undefined
  selected: string | undefined
  onSelect(messageId: string): void
  onSend(body: string): void
}) {
  const { state, sending, selected, onSelect, onSend } = props
  const [text, setText] = useState('')
  const bottom = useRef<HTMLDivElement>(null)
  const count = (state?.messages.length ?? 0) + (sending ? 1 : 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when a message is added
  useEffect(() => void bottom.current?.scrollIntoView({ block: 'nearest' }), [count])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    onSend(text)
    setText('')
  }

  const isEmpty = state && count === 0
  return (
    <Paper withBorder radius="lg" className={classes.phone}>
      <Box className={classes.top}>
        <Text fw={600} size="sm">
          The customer’s screen
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {state ? state.fromId : ' '}
        </Text>
      </Box>
      <ScrollArea
        className={classes.messages}
        viewportProps={{ role: 'log', tabIndex: 0, 'aria-label': 'Conversation' }}
      >
        <Stack gap={8} p="md">
          {!state && <Skeleton h={36} w="60%" radius="lg" />}
          {isEmpty && <Invitation state={state} onSend={onSend} />}
          {state?.messages.map((message) =>
            message.direction === 'incoming' ? (
              <button
                type="button"
                key={message.id}
                className={classes.mine}
                data-selected={message.id === selected || undefined}
                aria-pressed={message.id === selected}
                onClick={() => onSelect(message.id)}
              >
                {message.body}
              </button>
            ) : (
              <div key={message.id} className={classes.theirs}>
                {message.body}
                <Text size="xs" c="dimmed" mt={2}>
                  {message.sentBy === 'bot' ? 'Bot' : message.sentBy === 'person' ? 'A person' : 'API'} ·{' '}
                  {message.status}
                </Text>
              </div>
            ),
          )}
          {sending && <div className={classes.mine}>{sending}</div>}
          <div ref={bottom} />
        </Stack>
      </ScrollArea>
      <form onSubmit={submit} className={classes.compose}>
        <Group gap={8} wrap="nowrap">
          <TextInput
            style={{ flex: 1 }}
            aria-label="Message as the customer"
            placeholder="Write as the customer…"
            value={text}
            autoFocus={matchMedia('(min-width: 48em)').matches}
            maxLength={4000}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <ActionIcon type="submit" size={36} aria-label="Send" disabled={text.trim() === ''}>
            <IconSend2 size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </form>
    </Paper>
  )
}

function Invitation({ state, onSend }: { state: PlaygroundState; onSend(body: string): void }) {
  const { bot, suggestions } = state
  return (
    <Stack align="center" gap="xs" py="xl">
      <Text ta="center" size="sm" c="dimmed" maw={300}>
        {!bot.enabled
          ? 'The bot is switched off for this account. A message is still stored and shows in the inbox.'
          : bot.campaign
            ? `The bot of “${bot.campaign}” answers here. Ask it something:`
            : 'No campaign is the default yet, so the bot stays silent. Create one under Campaigns, or write anyway.'}
      </Text>
      {bot.enabled &&
        suggestions.map((question) => (
          <Button key={question} variant="light" radius="xl" size="compact-md" onClick={() => onSend(question)}>
            {question}
          </Button>
        ))}
    </Stack>
  )
}
