import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { readScript, type Step } from './receiver-script.ts'

export type Received = {
  id: string
  headers: http.IncomingHttpHeaders
  /** As it was signed. */
  raw: string
  /** Unchecked where the receiver knows no secret. */
  signature: 'valid' | 'invalid' | 'unchecked'
  answered: Step
}

export type ReceiverOptions = {
  /** As `readScript` takes it. */
  script?: string
  /** One that is valid is enough. */
  secrets?: string[]
  tls?: { key: string; cert: string }
  host?: string
  port?: number
  onReceived?: (received: Received) => void
}

export type Receiver = {
  url: string
  received: Received[]
  /** Answers by another script from now on. */
  follow(script: string): void
  close(): Promise<void>
}

/** An endpoint to test deliveries against. It keeps what came and answers by its script, whose last step repeats. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const received: Received[] = []
  let steps = readScript(options.script ?? '200')

  const listener: http.RequestListener = async (request, response) => {
    const raw = await text(request).catch(() => null)
    if (raw === null) return
    const answered = (steps.length > 1 ? steps.shift() : steps[0]) ?? { kind: 'hang' }
    const { headers } = request
    const one = {
      id: String(headers['webhook-id'] ?? ''),
      headers,
      raw,
      signature: check(options, raw, headers),
      answered,
    }
    received.push(one)
    options.onReceived?.(one)
    await answer(answered, request, response)
  }
  const server = options.tls ? https.createServer(options.tls, listener) : http.createServer(listener)
  const host = options.host ?? '127.0.0.1'
  server.listen(options.port ?? 0, host)
  await once(server, 'listening')
  return {
    url: `${options.tls ? 'https' : 'http'}://${host}:${(server.address() as AddressInfo).port}/`,
    received,
    follow(script) {
      steps = readScript(script)
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function answer(step: Step, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  if (step.kind === 'status') {
    response.writeHead(step.status, step.retryAfter ? { 'retry-after': step.retryAfter } : {}).end()
  } else if (step.kind === 'slow') setTimeout(() => response.writeHead(200).end(), step.ms)
  else if (step.kind === 'reset') request.socket.resetAndDestroy()
  else if (step.kind === 'redirect') response.writeHead(302, { location: step.to }).end()
  else if (step.kind === 'huge') pour(response)
}

/** Never ends by itself: whoever reads it all has no limit. */
function pour(response: http.ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/plain' })
  const chunk = 'x'.repeat(16 * 1024)
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

function check({ secrets }: ReceiverOptions, raw: string, headers: http.IncomingHttpHeaders): Received['signature'] {
  if (!secrets) return 'unchecked'
  return secrets.some((secret) => isValid(secret, raw, headers)) ? 'valid' : 'invalid'
}

function isValid(secret: string, raw: string, headers: http.IncomingHttpHeaders): boolean {
  try {
    new Webhook(secret).verify(raw, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
