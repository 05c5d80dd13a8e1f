import { Alert, Badge, Group, Paper, Text, Timeline } from '@mantine/core'
import type {
  PlaygroundExchange,
  PlaygroundPassport,
  PlaygroundState,
  Stage,
} from '@parley/contracts/session/playground'
import { IconAlertTriangle, IconCheck, IconRoute } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCall } from '../../app/use-call.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Source } from '../../kit/source.tsx'

type Step = { title: string; at?: string | undefined; failed?: boolean; detail?: ReactNode }

/** The stages of one message, from the platform's request to the reply at the receiver. */
export function Passport(props: {
  messageId: string | undefined
  exchange: PlaygroundExchange | undefined
  state: PlaygroundState | undefined
}) {
  const { messageId, exchange, state } = props
  const passport = useCall(
    'GET /playground/messages/:message',
    { params: { message: messageId ?? '' } },
    { enabled: messageId !== undefined, live: true, refetchIntervalMs: 5_000 },
  )
  if (!messageId) {
    return (
      <Paper withBorder radius="lg">
        <EmptyState icon={IconRoute} title="Every stage shows here">
          Send a message and you see the request, how it was stored, what the bot decided and why, what it cost, and the
          reply arriving at a receiver that checks its signature.
        </EmptyState>
      </Paper>
    )
  }
  const steps = stepsOf(passport.data, exchange)
  const done = steps.findLastIndex(({ at }) => at !== undefined)
  const decided = passport.data?.message.timeline.find(({ stage }) => stage === 'decided')
  return (
    <Paper withBorder radius="lg" p="lg">
      <Timeline active={done} bulletSize={22} lineWidth={2} aria-label="Stages of the message">
        {steps.map(({ title, at, failed, detail }) => (
          <Timeline.Item
            key={title}
            color={failed ? 'red' : 'brand'}
            bullet={at ? failed ? <IconAlertTriangle size={13} /> : <IconCheck size={13} stroke={3} /> : undefined}
            title={
              <Group gap={8}>
                <Text fw={600} size="sm" c={at ? undefined : 'dimmed'}>
                  {title}
                </Text>
                {at && (
                  <Text size="xs" c="dimmed">
                    {clock(at)}
                  </Text>
                )}
              </Group>
            }
          >
            {detail}
          </Timeline.Item>
        ))}
      </Timeline>
      {decided && decided.outcome !== 'replied' && (
        <Alert mt="md" color="yellow" variant="light" title="The bot did not reply">
          {String(decided.reason)}
          {state?.owner === 'person' && ' A person owns this conversation: hand it back to the bot in the inbox.'}
        </Alert>
      )}
    </Paper>
  )
}

function stepsOf(passport: PlaygroundPassport | undefined, exchange: PlaygroundExchange | undefined): Step[] {
  const find = (timeline: Stage[] | undefined, stage: string) => timeline?.find((each) => each.stage === stage)
  const incoming = passport?.message.timeline
  const [accepted, stored, decided, generated, charged] = ['accepted', 'stored', 'decided', 'generated', 'charged'].map(
    (stage) => find(incoming, stage),
  )
  const attempts = (passport?.reply?.timeline ?? []).filter(({ stage }) => stage === 'delivery')
  const attempt = attempts.at(-1)
  const receipt = passport?.receipt
  const isOver = decided !== undefined && decided.outcome !== 'replied'
  return [
    {
      title: 'Request accepted',
      at: accepted?.at ?? (exchange && new Date().toISOString()),
      detail: exchange && (
        <Source label="The request that was sent" lines={[`POST ${exchange.request.path}`, exchange.request.body]} />
      ),
    },
    {
      title: 'Stored',
      at: stored?.at,
      detail: stored && <Note>In the database, with its contact and conversation.</Note>,
    },
    { title: 'Bot decided', at: decided?.at, detail: decided && <Note>{decisionText(decided)}</Note> },
    ...(isOver
      ? []
      : [
          {
            title: 'Reply written',
            at: generated?.at,
            detail: generated && passport?.reply && (
              <Note>
                “{passport.reply.body}” <Badge size="sm" variant="light">{`${generated.engine} engine`}</Badge>
              </Note>
            ),
          },
          ...(charged ? [{ title: 'Charged', at: charged.at, detail: <Note>{charged.credits} credits</Note> }] : []),
          {
            title: 'Posted to the webhook',
            at: attempt?.at,
            failed: attempt !== undefined && attempt.error !== null,
            detail: attempt && <Note>{attemptText(attempt, attempts.length)}</Note>,
          },
          {
            title: 'Received, signature checked',
            at: receipt?.receivedAt,
            failed: receipt?.verified === false,
            detail: receipt && (
              <>
                <Note>
                  {receipt.verified
                    ? 'The signature is valid: the reply is from Parley and unchanged.'
                    : 'The signature is wrong.'}
                </Note>
                <Source label="What the receiver got" lines={[...headerLines(receipt.headers), parse(receipt.body)]} />
              </>
            ),
          },
        ]),
  ]
}

const Note = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed" component="div">
    {children}
  </Text>
)

const decisionText = (stage: Stage): string =>
  [stage.reason, stage.routedBy && `chosen by ${stage.routedBy}`].filter(Boolean).join(' · ')

function attemptText(stage: Stage, count: number): string {
  const outcome = stage.error ?? `answered ${stage.statusCode}`
  return `Attempt ${count}: ${outcome} in ${stage.durationMs} ms`
}

const headerLines = (headers: Record<string, string>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const clock = (at: string): string => {
  const date = new Date(at)
  return `${date.toLocaleTimeString()}.${String(date.getMilliseconds()).padStart(3, '0')}`
}
