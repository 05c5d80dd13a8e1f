import type { LiveEvent } from '@parley/contracts/session/live'
import { onTestFinished } from 'vitest'

export type LiveStream = { events: LiveEvent[]; opened: boolean; connections: number }

/** Reads an account's changes as a browser does: after a cut it comes back, saying which event it heard last. */
export function followLive(
  url: string,
  { account, cookie }: { account: string; cookie: string },
  onEvent: () => Promise<void> = async () => {},
): LiveStream {
  const stream: LiveStream = { events: [], opened: false, connections: 0 }
  const leaving = new AbortController()
  let lastId: string | undefined

  const hear = async (block: string) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    lastId = field('id') ?? lastId
    if (field('event') === 'open') stream.opened = true
    else if (field('data')) stream.events.push(JSON.parse(field('data') ?? ''))
    else return
    await onEvent()
  }
  const connect = async () => {
    const headers = { cookie, ...(lastId !== undefined && { 'last-event-id': lastId }) }
    const answer = await fetch(`${url}/api/accounts/${account}/live`, { headers, signal: leaving.signal })
    if (!answer.body) throw new Error(`The stream answered with ${answer.status}`)
    stream.connections += 1
    let rest = ''
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) await hear(block)
    }
  }
  const follow = async () => {
    while (!leaving.signal.aborted) await connect().catch(() => {})
  }
  void follow()
  onTestFinished(() => leaving.abort())
  return stream
}
