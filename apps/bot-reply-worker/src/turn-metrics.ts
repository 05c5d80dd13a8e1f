import type { TurnRecord } from '@parley/data/turns/answer-turn'
import { Counter, type Registry } from 'prom-client'

export type OnTurn = (outcome: TurnRecord['outcome'] | 'failed' | 'restarted') => void

export function countTurns(registry: Registry): OnTurn {
  const turns = new Counter({
    name: 'parley_turns_total',
    help: 'Turns that the bot took up, by outcome; those that failed or were restarted are taken up again.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome) => turns.inc({ outcome })
}
