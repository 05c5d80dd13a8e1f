/** A message of an ordinary size: 120 characters to read. */
export const text =
  'Hello, I ordered the blue one last week and would like to know when it will arrive, as I shall be away from Friday. Ann'

let number = 0

/** Bodies of the incoming endpoint: every message is new, from one of `people`. */
export function messageBody(people = 1_000, sid = `bench-${process.pid}-${++number}`): string {
  return JSON.stringify({
    customData: {
      messageSid: sid,
      fromId: `person-${number % people}`,
      toId: 'shop',
      body: text,
      channel: 'bench',
      firstName: 'Ann',
    },
  })
}
