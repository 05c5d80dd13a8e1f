import { ActionIcon, Badge, Box, Button, Group, Loader, Select, Text, Title, Tooltip } from '@mantine/core'
import type { ConversationSummary } from '@parley/contracts/session/inbox'
import { IconArrowLeft, IconRobot, IconUser } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useMay, useSession } from '../../app/session.tsx'
import { useCall, useChange } from '../../app/use-call.ts'
import { ErrorState } from '../../kit/error-state.tsx'
import { Composer } from './composer.tsx'
import classes from './inbox.module.css'
import { MessageList } from './message-list.tsx'
import { useMessages } from './use-messages.ts'

export function ConversationView(props: {
  id: string
  /** What the list knows of it, to be shown until the whole is here. */
  summary: ConversationSummary | undefined
  onBack: (() => void) | undefined
}) {
  const { id, summary, onBack } = props
  const mayReply = useMay('agent')
  const conversation = useCall('GET /conversations/:conversation', { params: { conversation: id } }, { live: id })
  const shown = conversation.data ?? summary
  const { mutate: markRead } = useChange('POST /conversations/:conversation/read', { quiet: true })

  const unread = conversation.data?.unread ?? 0
  useEffect(() => {
    if (unread > 0 && mayReply && document.visibilityState === 'visible') markRead({ params: { conversation: id } })
  }, [unread, mayReply, markRead, id])

  if (conversation.isError) {
    return (
      <Box className={classes.view}>
        <ErrorState error={conversation.error} onRetry={() => conversation.refetch()} />
      </Box>
    )
  }
  return (
    <Box className={classes.view} component="section" aria-label="Conversation">
      <Box className={classes.top}>
        {onBack && (
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Back to the list" onClick={onBack}>
            <IconArrowLeft size={20} aria-hidden />
          </ActionIcon>
        )}
        <Box style={{ flex: '1 1 140px', minWidth: 0 }}>
          <Title order={1} size="h5" lineClamp={1}>
            {shown?.name ?? ' '}
          </Title>
          <Text size="xs" c="dimmed" truncate>
            {[shown?.channel, conversation.data?.externalId].filter(Boolean).join(' · ') || ' '}
          </Text>
        </Box>
        {shown?.needsPerson && (
          <Tooltip label={shown.needsPerson} multiline maw={300}>
            <Badge color="orange" variant="light" tabIndex={0}>
              Needs a person
            </Badge>
          </Tooltip>
        )}
        {shown && mayReply && <Ownership id={id} owner={shown.owner} assignee={shown.assignee?.id ?? null} />}
      </Box>
      <Talk key={id} id={id} owner={shown?.owner} />
    </Box>
  )
}

/** What was said, and where a person answers. */
function Talk({ id, owner }: { id: string; owner: 'bot' | 'person' | undefined }) {
  const mayReply = useMay('agent')
  const messages = useMessages(id)
  return (
    <>
      {messages.loaded ? (
        <MessageList messages={messages.messages} hasOlder={messages.older !== null} onTop={messages.loadOlder} />
      ) : messages.error ? (
        <ErrorState error={messages.error} onRetry={messages.refresh} />
      ) : (
        <Group justify="center" p="xl" style={{ flex: 1 }}>
          <Loader size="sm" aria-label="Loading messages" />
        </Group>
      )}
      {mayReply ? (
        <Composer id={id} owner={owner} showReply={messages.showReply} />
      ) : (
        <Text className={classes.compose} size="sm" c="dimmed">
          You can read this conversation. Replying needs the role “agent”.
        </Text>
      )}
    </>
  )
}

function Ownership({ id, owner, assignee }: { id: string; owner: 'bot' | 'person'; assignee: string | null }) {
  const { me } = useSession()
  const team = useCall('GET /team', {})
  const refetches = ['GET /conversations/:conversation', 'GET /conversations'] as const
  const takeOver = useChange('POST /conversations/:conversation/take-over', { refetches: [...refetches] })
  const handBack = useChange('POST /conversations/:conversation/hand-back', {
    refetches: [...refetches],
    done: 'The bot answers from the next message on.',
  })
  const assign = useChange('PUT /conversations/:conversation/assignee', { refetches: [...refetches] })
  const params = { conversation: id }
  return (
    <Group gap={8} wrap="nowrap">
      <Select
        size="xs"
        w={150}
        aria-label="Assigned to"
        placeholder="Nobody assigned"
        clearable
        value={assignee}
        data={(team.data ?? [])
          .filter(({ role }) => role !== 'viewer')
          .map(({ id: userId, name }) => ({ value: userId, label: userId === me.user.id ? `${name} (you)` : name }))}
        onChange={(userId) => assign.mutate({ params, body: { userId } })}
      />
      {owner === 'bot' ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUser size={14} aria-hidden />}
          loading={takeOver.isPending}
          onClick={() => takeOver.mutate({ params })}
        >
          Take over
        </Button>
      ) : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRobot size={14} aria-hidden />}
          loading={handBack.isPending}
          onClick={() => handBack.mutate({ params })}
        >
          Hand back to the bot
        </Button>
      )}
    </Group>
  )
}
