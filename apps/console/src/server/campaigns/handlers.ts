import { basename } from 'node:path'
import { createBot } from '@parley/bot/create-bot'
import { parseKnowledge } from '@parley/bot/import/parse-knowledge'
import { tryBot } from '@parley/bot/try-bot'
import { showId } from '@parley/contracts/ids'
import type { CampaignItem, campaignsApi } from '@parley/contracts/session/campaigns'
import { createCampaign } from '@parley/data/campaigns/create-campaign'
import { deleteCampaign } from '@parley/data/campaigns/delete-campaign'
import { getCampaign } from '@parley/data/campaigns/get-campaign'
import { listCampaigns } from '@parley/data/campaigns/list-campaigns'
import { setCampaign } from '@parley/data/campaigns/set-campaign'
import type { ShownCampaign } from '@parley/data/campaigns/show-campaign'
import { addKnowledge, deleteKnowledge, setKnowledge } from '@parley/data/knowledge/change-knowledge'
import { importKnowledge } from '@parley/data/knowledge/import-knowledge'
import { listKnowledge } from '@parley/data/knowledge/list-knowledge'
import { guardedFetch } from '@parley/outbound/guarded-fetch'
import type { Handlers } from '../endpoints.ts'

const tryTimeoutMs = 60_000
const ok = { ok: true } as const

const show = ({ id, version: _, createdAt: __, ...campaign }: ShownCampaign): CampaignItem => ({
  ...campaign,
  id: showId('campaign', id),
})

export const campaignsHandlers: Handlers<typeof campaignsApi> = {
  'GET /campaigns': async ({ db, accountId }) => (await listCampaigns(db, accountId)).map(show),
  'POST /campaigns': async ({ db, accountId, body }) => {
    const { id } = await createCampaign(db, accountId, body)
    return { id: showId('campaign', id) }
  },
  'GET /campaigns/:campaign': async ({ db, accountId, params }) =>
    show(await getCampaign(db, accountId, params.campaign)),
  'PATCH /campaigns/:campaign': async ({ db, secretsKey, accountId, actor, params, body }) => {
    await setCampaign(db, accountId, params.campaign, { changes: body, secretsKey, actor })
    return ok
  },
  'DELETE /campaigns/:campaign': async ({ db, accountId, actor, params }) => {
    await deleteCampaign(db, accountId, params.campaign, actor)
    return ok
  },
  'GET /campaigns/:campaign/knowledge': async ({ db, accountId, params }) => {
    const entries = await listKnowledge(db, accountId, params.campaign)
    return entries.map(({ id, question, answer, source }) => ({ id, question, answer, source }))
  },
  'POST /campaigns/:campaign/knowledge': async ({ db, accountId, params, body }) => {
    await addKnowledge(db, accountId, params.campaign, body)
    return ok
  },
  'PUT /campaigns/:campaign/knowledge/:entry': async ({ db, accountId, params, body }) => {
    await setKnowledge(db, accountId, params.campaign, params.entry, body)
    return ok
  },
  'DELETE /campaigns/:campaign/knowledge/:entry': async ({ db, accountId, params }) => {
    await deleteKnowledge(db, accountId, params.campaign, params.entry)
    return ok
  },
  'POST /campaigns/:campaign/import': ({ db, accountId, actor, params, body }) => {
    const entries = parseKnowledge(body.fileName, body.text)
    return importKnowledge(db, accountId, params.campaign, { entries, source: basename(body.fileName), actor })
  },
  'POST /campaigns/:campaign/try': async ({ db, secretsKey, outbound, accountId, params, body }) => {
    const bot = createBot({ db, secretsKey, fetch: guardedFetch(outbound), timeoutMs: tryTimeoutMs })
    const signal = AbortSignal.timeout(tryTimeoutMs)
    return tryBot(db, bot, accountId, { campaignId: params.campaign, text: body.text, signal })
  },
}
