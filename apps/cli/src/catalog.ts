import { accountAudit } from './account/audit.ts'
import { accountCreate } from './account/create.ts'
import { accountSet } from './account/set.ts'
import { botModel } from './bot/model.ts'
import { botTry } from './bot/try.ts'
import { campaignCreate } from './campaign/create.ts'
import { campaignImport } from './campaign/import.ts'
import { campaignList } from './campaign/list.ts'
import { campaignSet } from './campaign/set.ts'
import { campaignShow } from './campaign/show.ts'
import { contactErase } from './contact/erase.ts'
import { contactExport } from './contact/export.ts'
import { conversationRelease } from './conversation/release.ts'
import { conversationReply } from './conversation/reply.ts'
import { conversationSet } from './conversation/set.ts'
import { conversationShow } from './conversation/show.ts'
import { conversationTake } from './conversation/take.ts'
import { creditsAdjust } from './credits/adjust.ts'
import { creditsGrant } from './credits/grant.ts'
import { creditsHistory } from './credits/history.ts'
import { creditsImport } from './credits/import.ts'
import { creditsRecharge } from './credits/recharge.ts'
import { creditsRevoke } from './credits/revoke.ts'
import { demoSeed } from './demo/seed.ts'
import { keyGenerate } from './key/generate.ts'
import { listCreate } from './list/create.ts'
import { messageShow } from './message/show.ts'
import { messagesPrune } from './messages/prune.ts'
import { migrateVerb } from './migrate.ts'
import { queueDead } from './queue/dead.ts'
import { queueList } from './queue/list.ts'
import { queueRequeue } from './queue/requeue.ts'
import { queueRetry } from './queue/retry.ts'
import { receiverVerb } from './receiver.ts'
import { subaccountDisable, subaccountEnable } from './subaccount/disable.ts'
import { subaccountList } from './subaccount/list.ts'
import { userReset } from './user/reset.ts'
import { userSet } from './user/set.ts'
import type { Verb } from './verb.ts'
import { webhookAttempts } from './webhook/attempts.ts'
import { webhookEnable } from './webhook/enable.ts'
import { webhookReplay } from './webhook/replay.ts'
import { webhookRotate } from './webhook/rotate.ts'
import { webhookSet } from './webhook/set.ts'
import { webhookShow } from './webhook/show.ts'
import { webhookTest } from './webhook/test.ts'

/** Every verb there is, in the order of the help. */
export const catalog: Verb[] = [
  accountCreate,
  accountSet,
  accountAudit,
  subaccountList,
  subaccountDisable,
  subaccountEnable,
  creditsGrant,
  creditsImport,
  creditsHistory,
  creditsRevoke,
  creditsRecharge,
  creditsAdjust,
  userSet,
  userReset,
  keyGenerate,
  webhookSet,
  webhookShow,
  webhookTest,
  webhookAttempts,
  webhookReplay,
  webhookRotate,
  webhookEnable,
  listCreate,
  campaignCreate,
  campaignSet,
  campaignImport,
  campaignShow,
  campaignList,
  botTry,
  botModel,
  conversationShow,
  conversationReply,
  conversationTake,
  conversationRelease,
  conversationSet,
  contactExport,
  contactErase,
  messageShow,
  messagesPrune,
  queueList,
  queueRetry,
  queueDead,
  queueRequeue,
  migrateVerb,
  demoSeed,
  receiverVerb,
]
