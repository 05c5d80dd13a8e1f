import { ActionIcon, Box, Group, Paper, Text, Textarea, UnstyledButton } from '@mantine/core'
import type { CannedReply } from '@parley/contracts/session/inbox'
import { IconSend2 } from '@tabler/icons-react'
import { type KeyboardEvent, memo, useState } from 'react'
import { useCall, useChange } from '../../app/use-call.ts'
import { TextLink } from '../../kit/text-link.tsx'
import classes from './inbox.module.css'

const drafts = new Map<string, string>()

/** Where a person types; what is not sent yet waits while they look at something else. */
export const Composer = memo(function Composer(props: {
  id: string
  owner: 'bot' | 'person' | undefined
  showReply(text: string): { stored(id: string): void; refused(): void } | undefined
}) {
  const { id, owner, showReply } = props
  const [, drawAnew] = useState(0)
  const text = drafts.get(id) ?? ''
  const [highlighted, setHighlighted] = useState(0)
  const canned = useCall('GET /canned-replies', {})
  const send = useChange('POST /conversations/:conversation/replies', {
    refetches: ['GET /conversations/:conversation', 'GET /conversations'],
  })
  const setText = (next: string) => {
    drafts.set(id, next)
    drawAnew((times) => times + 1)
    setHighlighted(0)
  }
  const matches = text.startsWith('/') ? matching(canned.data ?? [], text.slice(1)) : []
  const submit = () => {
    if (text.trim() === '' || send.isPending) return
    const shown = showReply(text)
    setText('')
    send.mutateAsync({ params: { conversation: id }, body: { text } }).then(
      ({ messageId }) => shown?.stored(messageId),
      () => {
        shown?.refused()
        setText(text)
      },
    )
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const choice = matches[highlighted]
    if (choice && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault()
      setText(choice.body)
    } else if (choice && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const by = event.key === 'ArrowDown' ? 1 : -1
      setHighlighted((highlighted + by + matches.length) % matches.length)
    } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape') {
      ;(event.target as HTMLElement).blur()
    }
  }

  return (
    <Box className={classes.compose}>
      {matches.length > 0 && (
        <Paper withBorder shadow="sm" mb={8} p={4} role="listbox" aria-label="Canned replies" id="canned">
          {matches.map((reply, index) => (
            <UnstyledButton
              key={reply.id}
              role="option"
              aria-selected={index === highlighted}
              w="100%"
              p={6}
              bg={index === highlighted ? 'var(--parley-canvas)' : undefined}
              onClick={() => setText(reply.body)}
            >
              <Text size="sm" fw={600}>
                /{reply.shortcut}
              </Text>
              <Text size="xs" c="dimmed" lineClamp={1}>
                {reply.body}
              </Text>
            </UnstyledButton>
          ))}
        </Paper>
      )}
      <Group gap={8} wrap="nowrap" align="flex-end">
        <Textarea
          id="reply"
          style={{ flex: 1 }}
          aria-label="Reply"
          placeholder="Reply… (/ for canned replies)"
          autosize
          minRows={1}
          maxRows={8}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ActionIcon
          size={36}
          aria-label="Send the reply"
          disabled={text.trim() === ''}
          loading={send.isPending}
          onClick={submit}
        >
          <IconSend2 size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <Text size="xs" c="dimmed" mt={6}>
        {owner === 'bot'
          ? 'Your reply takes the conversation over from the bot.'
          : 'Enter sends, Shift + Enter makes a new line.'}{' '}
        {canned.data?.length === 0 && <TextLink href="/settings/replies">Make canned replies</TextLink>}
      </Text>
    </Box>
  )
})

const matching = (replies: CannedReply[], typed: string): CannedReply[] =>
  replies.filter(({ shortcut }) => shortcut.toLowerCase().startsWith(typed.toLowerCase())).slice(0, 6)
