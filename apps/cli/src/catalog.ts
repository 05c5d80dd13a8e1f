import { accountCreate } from './account/create.ts'
import { accountSet } from './account/set.ts'
import { campaignCreate } from './campaign/create.ts'
import { keyGenerate } from './key/generate.ts'
import { listCreate } from './list/create.ts'
import { messageShow } from './message/show.ts'
import { migrateVerb } from './migrate.ts'
import { queueList } from './queue/list.ts'
import { queueRetry } from './queue/retry.ts'
import type { Verb } from './verb.ts'
import { webhookSet } from './webhook/set.ts'

/** Every verb there is, in the order of the help. */
export const catalog: Verb[] = [
  accountCreate,
  accountSet,
  keyGenerate,
  webhookSet,
  listCreate,
  campaignCreate,
  messageShow,
  queueList,
  queueRetry,
  migrateVerb,
]
