/** What the API takes and gives. A test holds these against the service's own contracts. */

export type NewContact = {
  firstName?: string
  lastName?: string
  /** With country code. */
  phone?: string
  email?: string
}

export type Contact = {
  id: string
  firstName: string | null
  lastName: string | null
  phone: string | null
  email: string | null
  createdAt: string
}

export type FoundContact = Contact & { success: true; contactId: string }

export type ListChange = { success: true; listId: string; contactId: string; message: string }

export type OutgoingMessage = {
  /** The contact's id on your platform. */
  fromId: string
  customChannel: string
  body: string
  campaignId?: string
  firstName?: string
  lastName?: string
  email?: string
}

export type SentMessage = { success: true; messageId: string; contactId: string; message: string }

export type IncomingMessage = {
  customData: {
    messageSid?: string
    /** In place of `messageSid`. */
    id?: string
    fromId: string
    toId: string
    body: string
    status?: string
    channel?: string
    campaignId?: string
    firstName?: string
    lastName?: string
    email?: string
    /** A public URL, or `data:<type>;base64,<bytes>`. */
    mediaUrl?: string
    mediaContentType?: string
  }
  messageType?: 'text' | 'reaction'
}

export type AcceptedMessage = { success: true; messageId: string }

export type BatchResult = AcceptedMessage | { success: false; error: string; retryable: boolean }

export type BatchAnswer = { success: true; accepted: number; rejected: number; results: BatchResult[] }

export type Message = {
  messageId: string
  contactId: string
  direction: 'incoming' | 'outgoing'
  messageType: 'text' | 'reaction'
  messageSid: string | null
  fromId: string | null
  toId: string | null
  body: string
  status: string
  error: string | null
  channel: string
  campaignId: string | null
  mediaUrl: string | null
  mediaContentType: string | null
  mediaError: string | null
  sentBy: 'bot' | 'person' | 'api' | null
  sequence: number | null
  replyMessageId: string | null
  inReplyToMessageId: string | null
  creditsCharged: number
  nextAttemptAt: string | null
  createdAt: string
  timeline: { stage: string; at: string; [detail: string]: string | number | null }[]
}

export type Reply = {
  contactId: string
  messageId: string
  userId: string
  body: string
  toId: string
  channel: string
  createdAt: string
  sentBy: 'bot' | 'person' | 'api'
  sequence: number
  status: 'Pending' | 'Sent' | 'Failed'
}

export type RepliesPage = { replies: Reply[]; cursor: string | null; hasMore: boolean }

export type Grant = { email: string; amount: number; description?: string; idempotency_key?: string }

export type Granted = { success: true; sub_account_id: string; credits_added: number; new_balance: number }

export type GrantBatch = { grants: Grant[]; atomic?: boolean; dry_run?: boolean }

export type GrantResult =
  | { status: 'granted' | 'duplicate'; sub_account_id: string; credits_added: number; new_balance: number }
  | { status: 'error'; error: { code: string; message: string } }

export type GrantBatchAnswer = {
  success: boolean
  granted: number
  duplicates: number
  failed: number
  results: GrantResult[]
}

export type Revocation = { grant_id: string; amount?: number; description?: string; idempotency_key?: string }

export type Revoked = {
  success: true
  transaction_id: string
  sub_account_id: string
  credits_revoked: number
  new_balance: number
}

export type NewSubAccount = { email: string; name?: string }

export type CreatedSubAccount = {
  success: true
  sub_account_id: string
  email: string
  /** Shown once, as the password. */
  api_key: string
  password: string
}

export type RechargeRule = { threshold: number; amount: number; enabled: boolean }

export type SubAccount = {
  id: string
  email: string
  name: string
  credit_balance: number
  auto_recharge: RechargeRule | null
  disabled: boolean
  created_at: string
}

export type SubAccountsPage = { sub_accounts: SubAccount[]; next_cursor: string | null }

export type Transaction = {
  id: string
  kind: 'grant' | 'spend' | 'revoke' | 'adjustment'
  amount: number
  balance_after: number
  description: string | null
  idempotency_key: string | null
  message_id: string | null
  grant_id: string | null
  created_at: string
}

export type TransactionsPage = { transactions: Transaction[]; next_cursor: string | null }
