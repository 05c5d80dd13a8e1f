import { IncomingStream, type StreamOptions } from './incoming-stream.ts'
import { type ClientOptions, createSend, type Send } from './request.ts'
import type * as Api from './types.ts'

export type { StreamOptions } from './incoming-stream.ts'
export { IncomingStream } from './incoming-stream.ts'
export { ParleyError } from './parley-error.ts'
export type { ClientOptions } from './request.ts'
export type * from './types.ts'

type Once = {
  /** Makes a repeat harmless over several calls too; without one each call makes its own for its retries. */
  idempotencyKey?: string
}
type Page = { cursor?: string; limit?: number }

/** One method per endpoint. What is not taken is sent again; what is refused throws a `ParleyError`. */
export class Parley {
  readonly contacts: ReturnType<typeof contactsOf>
  readonly lists: ReturnType<typeof listsOf>
  readonly incoming: ReturnType<typeof incomingOf>
  readonly messages: ReturnType<typeof messagesOf>
  readonly subAccounts: ReturnType<typeof subAccountsOf>

  constructor(options: ClientOptions) {
    const send = createSend(options)
    this.contacts = contactsOf(send)
    this.lists = listsOf(send)
    this.incoming = incomingOf(send)
    this.messages = messagesOf(send)
    this.subAccounts = subAccountsOf(send)
  }
}

const at = (id: string) => encodeURIComponent(id)

const contactsOf = (send: Send) => ({
  /** A known phone number, or without one a known address, gives the contact that there is. */
  create: (body: Api.NewContact) => send<Api.Contact>({ method: 'POST', path: '/contacts', body, isRepeatable: true }),
  find: (query: { phoneNumber: string } | { email: string }) =>
    send<Api.FoundContact>({ method: 'GET', path: '/contacts', query, isRepeatable: true }),
  erase: (contactId: string) =>
    send<{ success: true; contactId: string; message: string }>({
      method: 'DELETE',
      path: `/contacts/${at(contactId)}`,
      isRepeatable: false, // the second time there is no such contact
    }),
})

const listsOf = (send: Send) => ({
  add: (listId: string, contactId: string) =>
    send<Api.ListChange>({
      method: 'POST',
      path: `/lists/${at(listId)}/contacts`,
      body: { contactId },
      isRepeatable: true,
    }),
  remove: (listId: string, contactId: string) =>
    send<Api.ListChange>({
      method: 'DELETE',
      path: `/lists/${at(listId)}/contacts/${at(contactId)}`,
      isRepeatable: true,
    }),
})

const incomingOf = (send: Send) => {
  const batch = (messages: Api.IncomingMessage[], signal?: AbortSignal) =>
    send<Api.BatchAnswer>({
      method: 'POST',
      path: '/incoming_custom_channel_messages/batch',
      body: { messages },
      isRepeatable: true,
      signal,
    })
  return {
    post: (body: Api.IncomingMessage) =>
      send<Api.AcceptedMessage>({
        method: 'POST',
        path: '/incoming_custom_channel_message',
        body,
        isRepeatable: true, // the same messageSid is stored once
      }),
    batch: (messages: Api.IncomingMessage[]) => batch(messages),
    /** For many messages: batches them, holds back when the service cannot follow. */
    stream: (options?: StreamOptions) => new IncomingStream(batch, options),
  }
}

const messagesOf = (send: Send) => ({
  send: (customData: Api.OutgoingMessage, { idempotencyKey = crypto.randomUUID() }: Once = {}) =>
    send<Api.SentMessage>({
      method: 'POST',
      path: '/send_custom_channel_message',
      body: { customData },
      idempotencyKey,
      isRepeatable: true,
    }),
  get: (messageId: string) =>
    send<Api.Message>({ method: 'GET', path: `/messages/${at(messageId)}`, isRepeatable: true }),
  replies: (query: { after?: string; limit?: number } = {}) =>
    send<Api.RepliesPage>({ method: 'GET', path: '/replies', query, isRepeatable: true }),
})

const subAccountsOf = (send: Send) => ({
  create: (body: Api.NewSubAccount) =>
    send<Api.CreatedSubAccount>({ method: 'POST', path: '/subaccounts', body, isRepeatable: false }),
  list: (query: Page = {}) =>
    send<Api.SubAccountsPage>({ method: 'GET', path: '/subaccounts', query, isRepeatable: true }),
  transactions: (subAccountId: string, query: Page = {}) =>
    send<Api.TransactionsPage>({
      method: 'GET',
      path: `/subaccounts/${at(subAccountId)}/transactions`,
      query,
      isRepeatable: true,
    }),
  setAutoRecharge: (subAccountId: string, body: { threshold: number; amount: number; enabled?: boolean }) =>
    send<Api.RechargeRule & { success: true; sub_account_id: string }>({
      method: 'PUT',
      path: `/subaccounts/${at(subAccountId)}/auto-recharge`,
      body,
      isRepeatable: true,
    }),
  /** Grants once, however often it is sent. Give the `idempotency_key` of an auto-recharge event to answer that. */
  grant: (grant: Api.Grant, { idempotencyKey = grant.idempotency_key ?? crypto.randomUUID() }: Once = {}) =>
    send<Api.Granted>({
      method: 'POST',
      path: '/subaccounts/credits',
      body: grant,
      idempotencyKey,
      isRepeatable: true,
    }),
  grantBatch: (body: Api.GrantBatch, { idempotencyKey = crypto.randomUUID() }: Once = {}) =>
    send<Api.GrantBatchAnswer>({
      method: 'POST',
      path: '/subaccounts/credits/batch',
      body,
      idempotencyKey,
      isRepeatable: true,
    }),
  revoke: (body: Api.Revocation, { idempotencyKey = body.idempotency_key ?? crypto.randomUUID() }: Once = {}) =>
    send<Api.Revoked>({
      method: 'POST',
      path: '/subaccounts/credits/revoke',
      body,
      idempotencyKey,
      isRepeatable: true,
    }),
})
