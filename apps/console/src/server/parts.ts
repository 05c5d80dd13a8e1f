import type { Db } from '@parley/data/db'
import type { MediaStore } from '@parley/media/media-store'
import type { Outbound } from '@parley/outbound/open-outbound'
import type { Queues } from '@parley/queues/open-queues'
import type { GrantCredits } from '@parley/runtime/grant-credits'
import type { Log } from '@parley/service/log'
import type { LiveHub } from './live-hub.ts'
import type { Mail } from './mail.ts'

/** What the console's server is made of. */
export type ConsoleParts = {
  db: Db
  queues: Queues
  live: LiveHub
  mail: Mail
  /** For tests of webhooks. */
  outbound: Outbound
  /** Where files of messages are. */
  media: MediaStore
  log: Log
  secretsKey: Buffer
  /** Address that people open. */
  publicUrl: string
  /** Address at which delivery workers reach this server. */
  internalUrl: string
  trustProxy: string | undefined
}

/** What handlers work with. */
export type CallParts = ConsoleParts & { grantCredits: GrantCredits }
