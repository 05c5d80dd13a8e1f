import type { Delivery, DeliveryAttempt, Message, Turn } from '../generated/client.ts'

export type Stage = { stage: string; at: Date; detail?: Record<string, string | number | null> }

type WithHistory = Delivery & { history: DeliveryAttempt[] }

/** Every stage that left a trace in the rows, in the order of time. */
export function timelineOf(message: Message, turn: Turn | null, deliveries: WithHistory[]): Stage[] {
  const stages: Stage[] = [
    { stage: 'accepted', at: message.acceptedAt },
    { stage: 'stored', at: message.storedAt },
    ...(turn ? turnStages(turn) : []),
    ...(message.kind === 'reaction' ? [reactionStage(message)] : []),
    ...deliveries.flatMap((delivery) => delivery.history.map(attemptStage)),
  ]
  // A gateway's clock may be ahead of the database's; still, what came in was accepted before all else.
  const isFirst = (each: Stage) => each.stage === 'accepted' && message.direction === 'incoming'
  const timeOf = (each: Stage) => (isFirst(each) ? 0 : each.at.getTime())
  return stages.sort((a, b) => timeOf(a) - timeOf(b))
}

function turnStages(turn: Turn): Stage[] {
  const stages: Stage[] = [
    {
      stage: 'decided',
      at: turn.decidedAt,
      detail: { outcome: turn.outcome, reason: turn.reason, routedBy: turn.routedBy },
    },
  ]
  if (turn.generatedAt) stages.push({ stage: 'generated', at: turn.generatedAt, detail: { engine: turn.engine } })
  if (turn.charged) stages.push({ stage: 'charged', at: turn.storedAt, detail: { credits: turn.charged.toNumber() } })
  return stages
}

/** The bot is never asked about a reaction, so no row tells of it. */
const reactionStage = (message: Message): Stage => ({
  stage: 'decided',
  at: message.storedAt,
  detail: { outcome: 'silent', reason: 'A reaction is not answered', routedBy: null },
})

const attemptStage = (attempt: DeliveryAttempt): Stage => ({
  stage: 'delivery',
  at: attempt.startedAt,
  detail: {
    attempt: attempt.number,
    statusCode: attempt.statusCode,
    durationMs: attempt.durationMs,
    error: attempt.error,
  },
})
