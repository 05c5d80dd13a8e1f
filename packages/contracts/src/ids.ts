import { hash, randomUUID } from 'node:crypto'

/**
 * Inside, an id is a uuid. At the edge it is `<prefix>_<32 hex digits>`, so that a reader sees what it names
 * and an id of one kind is never taken for another.
 */
const prefixes = {
  account: 'acc',
  user: 'usr',
  contact: 'con',
  message: 'msg',
  list: 'lst',
  campaign: 'cmp',
  endpoint: 'whk',
  delivery: 'dlv',
  creditEntry: 'crd',
  rechargeRequest: 'rch',
  grantBatch: 'gbt',
} as const

export type IdKind = keyof typeof prefixes

export const showId = (kind: IdKind, uuid: string): string => `${prefixes[kind]}_${uuid.replaceAll('-', '')}`

/** The uuid behind an id as shown, or null when the text is not an id of that kind. */
export function readId(kind: IdKind, shown: string): string | null {
  const prefix = `${prefixes[kind]}_`
  const hex = shown.slice(prefix.length)
  return shown.startsWith(prefix) && /^[0-9a-f]{32}$/.test(hex) ? dashed(hex) : null
}

export const newId = (): string => randomUUID()

/** The same account and `messageSid` always make the same message, on any gateway, with no look-up. */
export const incomingMessageId = (accountId: string, sid: string): string => derive('message.in', accountId, sid)

/** The same account and `fromId` always make the same contact; its conversation shares the id. */
export const externalContactId = (accountId: string, fromId: string): string => derive('contact', accountId, fromId)

/** The bot's reply to one turn of a conversation. */
export const botReplyId = (conversationId: string, turnNo: number): string =>
  derive('message.bot', conversationId, String(turnNo))

/** A send under the caller's own `Idempotency-Key`. */
export const keyedSendId = (accountId: string, key: string): string => derive('message.send', accountId, key)

/** A file of a message. Sent again it is the same file; other content under the same message is another. */
export const mediaId = (messageId: string, sha256: Buffer): string => derive('media', messageId, sha256.toString('hex'))

/** Each part is preceded by its length, so that no two lists of parts hash alike. */
export function derive(domain: string, ...parts: string[]): string {
  let text = `parley.${domain}`
  for (const part of parts) text += `\n${Buffer.byteLength(part)}:${part}`
  const hex = hash('sha256', text, 'hex')
  // Version 8: made by the application's own rule.
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const dashed = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
