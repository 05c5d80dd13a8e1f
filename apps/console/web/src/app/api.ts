import type { ConsoleApi } from '@parley/contracts/session/api'
import type { z } from 'zod'

type Scoped = 'viewer' | 'agent' | 'owner'
type Endpoint<Key extends keyof ConsoleApi> = ConsoleApi[Key]

/** Calls about an account, and those about none. */
export type AccountCall = {
  [Key in keyof ConsoleApi]: Endpoint<Key>['access'] extends Scoped ? Key : never
}[keyof ConsoleApi]
export type OpenCall = Exclude<keyof ConsoleApi, AccountCall>

type Field<Key extends keyof ConsoleApi, Name extends string> =
  Endpoint<Key> extends Record<Name, infer Schema extends z.ZodType> ? { [N in Name]: z.input<Schema> } : unknown
export type CallInput<Key extends keyof ConsoleApi> = Field<Key, 'params'> & Field<Key, 'query'> & Field<Key, 'body'>
export type CallAnswer<Key extends keyof ConsoleApi> = NonNullable<Endpoint<Key>['answer']['type']>

type AnyInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** A refusal of the server, with a message that can be shown as it is. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

let csrfToken = ''
export const keepCsrfToken = (token: string): void => {
  csrfToken = token
}

export const callOpen = <Key extends OpenCall>(key: Key, input?: CallInput<Key>): Promise<CallAnswer<Key>> =>
  send('/api', key, input as AnyInput | undefined) as Promise<CallAnswer<Key>>

export const callAccount = <Key extends AccountCall>(
  account: string,
  key: Key,
  input?: CallInput<Key>,
  signal?: AbortSignal,
): Promise<CallAnswer<Key>> =>
  send(`/api/accounts/${account}`, key, input as AnyInput | undefined, signal) as Promise<CallAnswer<Key>>

/** Where a browser can fetch something by itself: a stream, a download. */
export function addressOf<Key extends AccountCall>(account: string, key: Key, input?: CallInput<Key>): string {
  return makeUrl(`/api/accounts/${account}`, key.slice(key.indexOf(' ') + 1), (input ?? {}) as AnyInput)
}

async function send(base: string, key: string, input: AnyInput = {}, signal?: AbortSignal): Promise<unknown> {
  const [method = 'GET', path = ''] = key.split(' ')
  return request(method, makeUrl(base, path, input), input.body, signal)
}

export async function request(method: string, url: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
  const isChange = method !== 'GET'
  let response: Response
  try {
    response = await fetch(url, {
      method,
      credentials: 'same-origin',
      ...(signal && { signal }),
      headers: { ...(isChange && { 'content-type': 'application/json', 'x-csrf-token': csrfToken }) },
      ...(isChange && { body: JSON.stringify(body ?? {}) }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError(0, 'OFFLINE', 'The server cannot be reached. Check the connection and try again.')
  }
  const text = await response.text()
  const answer = text === '' ? null : parse(text)
  if (response.ok) return answer
  const error =
    (answer as { error?: { code?: string; message?: string }; message?: string; code?: string } | null) ?? {}
  throw new CallError(
    response.status,
    error.error?.code ?? error.code ?? 'UNKNOWN',
    error.error?.message ?? error.message ?? `The server answered ${response.status}.`,
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function makeUrl(base: string, path: string, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString()
  return `${base}${filled}${search && `?${search}`}`
}
