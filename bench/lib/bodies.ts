import type { AcceptedMessage } from '@parley/contracts/jobs'
import { acceptedMessage } from '@parley/testing/accepted-message'

/** A message of an ordinary size: 120 characters to read. */
export const text =
  'Hello, I ordered the blue one last week and would like to know when it will arrive, as I shall be away from Friday. Ann'

let number = 0

export const sidOf = (message: number): string => `bench-${process.pid}-${message}`

/** A body of the incoming endpoint, from one of `people`. A number makes a message: the same one is a repeat. */
export function messageBody(people = 1_000, message = ++number): string {
  return JSON.stringify({
    customData: {
      messageSid: sidOf(message),
      fromId: `person-${message % people}`,
      toId: 'shop',
      body: text,
      channel: 'bench',
      firstName: 'Ann',
    },
  })
}

/** Messages as the gateway hands them to the queue. */
export function acceptedBatch(accountId: string, size: number, people = 1_000): AcceptedMessage[] {
  return Array.from({ length: size }, () => {
    const sid = sidOf(++number)
    const more = { fromId: `person-${number % people}`, body: text, channel: 'bench', firstName: 'Ann' }
    return acceptedMessage(accountId, sid, more)
  })
}
