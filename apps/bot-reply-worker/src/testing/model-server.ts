import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export type ChatMessage = { role: string; content: unknown }
export type ChatRequest = { model: string; messages: ChatMessage[]; max_tokens?: number; temperature?: number }

/** What the server does with a request; the text that it returns, if any, is the model's answer. */
export type Behaviour = (
  chat: ChatRequest,
  response: ServerResponse,
  request: IncomingMessage,
) => Promise<string | undefined> | string | undefined

export type ModelServer = {
  readonly url: string
  /** Every request so far. */
  readonly chats: ChatRequest[]
  /** What to do from now on: the first with the first request and so on, the last with all that follow. */
  behave(...behaviours: Behaviour[]): void
}

/** A real HTTP server that speaks the protocol of OpenAI, well or badly. */
export function useModelServer(): ModelServer {
  let script: Behaviour[] = []
  const chats: ChatRequest[] = []
  const server = createServer(async (request, response) => {
    const chat: ChatRequest = JSON.parse(await text(request))
    chats.push(chat)
    const behaviour = script.length > 1 ? script.shift() : script[0]
    const answer = await behaviour?.(chat, response, request)
    if (answer === undefined) return
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion(answer)))
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  beforeEach(() => {
    chats.length = 0
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    },
    chats,
    behave(...behaviours) {
      script = behaviours
    },
  }
}

export const completion = (content: string, finishReason = 'stop') => ({
  id: 'chat-1',
  object: 'chat.completion',
  created: 0,
  model: 'test',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finishReason }],
  usage: { prompt_tokens: 21, completion_tokens: 7, total_tokens: 28 },
})
