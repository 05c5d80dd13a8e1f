import { ActionIcon, Badge, Box, Button, Group, Select, Text, Title, Tooltip } from '@mantine/core'
import type { ConversationSummary } from '@parley/contracts/session/inbox'
import { IconArrowLeft, IconRobot, IconUser } from '@tabler/icons-react'
import { memo, type Ref, useCallback, useDeferredValue, useEffect, useImperativeHandle, useRef } from 'react'
import { useMay, useSession } from '../../app/session.tsx'
import { useCall, useChange } from '../../app/use-call.ts'
import { ErrorState } from '../../kit/error-state.tsx'
import { Composer } from './composer.tsx'
import classes from './inbox.module.css'
import { MessageList } from './message-list.tsx'
import { useMessages } from './use-messages.ts'

type TalkHandle = Pick<ReturnType<typeof useMessages>, 'showReply'>

export function ConversationView(props: {
  id: string
  /** What the list shows: enough to begin with, until the whole conversation is here. */
  listed: ConversationSummary[]
  onBack: (() => void) | undefined
}) {
  const { listed, onBack } = props
  // Who chooses another conversation wants to read it: what stands round the messages follows when they are there.
  const id = useDeferredValue(props.id)
  const mayReply = useMay('agent')
  const conversation = useCall('GET /conversations/:conversation', { params: { conversation: id } }, { live: id })
  const shown = conversation.data ?? listed.find((each) => each.id === id)
  const talk = useRef<TalkHandle>(null)
  const showReply = useCallback((text: string) => talk.current?.showReply(text), [])
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
    <section className={classes.view} aria-label="Conversation">
      <Head shown={shown} externalId={conversation.data?.externalId} onBack={onBack} />
      <Talk key={props.id} id={props.id} ref={talk} />
      {mayReply ? (
        <Composer id={id} owner={shown?.owner} showReply={showReply} />
      ) : (
        <Text className={classes.compose} size="sm" c="dimmed">
          You can read this conversation. Replying needs the role “agent”.
        </Text>
      )}
    </section>
  )
}

const Head = memo(function Head(props: {
  shown: ConversationSummary | undefined
  externalId: string | null | undefined
  onBack: (() => void) | undefined
}) {
  const { shown, externalId, onBack } = props
  const mayReply = useMay('agent')
  return (
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
          {[shown?.channel, externalId].filter(Boolean).join(' · ') || ' '}
        </Text>
      </Box>
      {shown?.needsPerson && (
        <Tooltip label={shown.needsPerson} multiline maw={300}>
          <Badge color="orange" variant="light" tabIndex={0}>
            Needs a person
          </Badge>
        </Tooltip>
      )}
      {shown && mayReply && <Ownership id={shown.id} owner={shown.owner} assignee={shown.assignee?.id ?? null} />}
    </Box>
  )
})

/** What was said, as far back as somebody scrolls. */
function Talk({ id, ref }: { id: string; ref: Ref<TalkHandle> }) {
  const { messages, older, loaded, error, loadOlder, refresh, showReply } = useMessages(id)
  useImperativeHandle(ref, () => ({ showReply }), [showReply])
  if (loaded) return <MessageList messages={messages} hasOlder={older !== null} onTop={loadOlder} />
  if (error) return <ErrorState error={error} onRetry={refresh} />
  return <div className={classes.loading} role="status" aria-label="Loading messages" />
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
