import { connect, type Socket } from 'node:net'

export type LoadOptions = {
  port: number
  /** The whole request; called for each one. */
  next(): Buffer
  connections: number
  /** Ends after so long, or … */
  seconds?: number
  /** … after so many requests. */
  total?: number
  /** Not faster than this; may change as it goes. */
  ratePerSecond?(): number
  onAnswer?(status: number, tookMs: number): void
}

export type LoadResult = { answered: number; refused: number; seconds: number }

/** One POST as bytes. Made by hand, as a client library would cost more than the server that is measured. */
export function postRequest(path: string, apiKey: string, body: string): Buffer {
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: bench\r\nx-api-key: ${apiKey}\r\nx-forwarded-proto: https\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/** Keeps every connection busy with one request at a time. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const startedAt = performance.now()
  const endAt = startedAt + (options.seconds ?? Number.POSITIVE_INFINITY) * 1_000
  const total = options.total ?? Number.POSITIVE_INFINITY
  const result = { answered: 0, refused: 0, seconds: 0 }
  let sent = 0
  let dueAt = startedAt
  await Promise.all(
    Array.from({ length: options.connections }, () =>
      driveConnection(options, {
        mayGoOn: () => sent < total && performance.now() < endAt && ++sent > 0,
        waitMs() {
          if (!options.ratePerSecond) return 0
          dueAt += 1_000 / options.ratePerSecond()
          return dueAt - performance.now()
        },
        onStatus(status, tookMs) {
          options.onAnswer?.(status, tookMs)
          if (status === 200) result.answered += 1
          else result.refused += 1
        },
      }),
    ),
  )
  return { ...result, seconds: (performance.now() - startedAt) / 1_000 }
}

type Turn = { mayGoOn(): boolean; waitMs(): number; onStatus(status: number, tookMs: number): void }

function driveConnection({ port, next }: LoadOptions, { mayGoOn, waitMs, onStatus }: Turn): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let answer = ''
    let sentAt = 0
    const write = () => {
      sentAt = performance.now()
      socket.write(next())
    }
    const send = () => {
      if (!mayGoOn()) return socket.end(() => resolve())
      const waiting = waitMs()
      if (waiting > 0.5) setTimeout(write, waiting)
      else write()
    }
    socket.setEncoding('latin1')
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk: string) => {
      answer += chunk
      if (!isWhole(answer)) return
      onStatus(Number(answer.slice(9, 12)), performance.now() - sentAt)
      answer = ''
      send()
    })
  })
}

function isWhole(answer: string): boolean {
  const headersEnd = answer.indexOf('\r\n\r\n')
  if (headersEnd === -1) return false
  const at = answer.indexOf('content-length: ')
  return answer.length >= headersEnd + 4 + Number.parseInt(answer.slice(at + 16, at + 26), 10)
}
