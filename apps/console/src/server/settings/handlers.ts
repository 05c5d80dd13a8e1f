import { ParleyError } from '@parley/contracts/errors'
import { readId, showId } from '@parley/contracts/ids'
import type { settingsApi } from '@parley/contracts/session/settings'
import { readSettings, renameAccount } from '@parley/data/accounts/read-settings'
import { setAccount } from '@parley/data/accounts/set-account'
import { listAttempts } from '@parley/data/deliveries/list-attempts'
import { readPayloads } from '@parley/data/deliveries/read-payloads'
import { type ReplayWhat, replay } from '@parley/data/deliveries/replay'
import { generateKey } from '@parley/data/keys/generate-key'
import { enableEndpoint } from '@parley/data/webhooks/enable-endpoint'
import { getEndpoint } from '@parley/data/webhooks/get-endpoint'
import { rotateSecret } from '@parley/data/webhooks/rotate-secret'
import { saveEndpoint } from '@parley/data/webhooks/save-endpoint'
import { sendTest } from '@parley/data/webhooks/send-test'
import { postWebhook } from '@parley/outbound/post-webhook'
import type { Handlers } from '../endpoints.ts'

const attemptsAPage = 50
const ok = { ok: true } as const

export const settingsHandlers: Handlers<typeof settingsApi> = {
  'GET /account': async ({ db, accountId }) => {
    const { name, botEnabled, apiKey, rateLimitPerMinute, window } = await readSettings(db, accountId)
    return {
      id: showId('account', accountId),
      name,
      botEnabled,
      apiKey: apiKey && { hint: apiKey.hint, createdAt: apiKey.createdAt.toISOString() },
      rateLimit: { perMinute: rateLimitPerMinute, ...window },
    }
  },
  'PATCH /account': async ({ db, accountId, actor, body: { name, botEnabled } }) => {
    if (name !== undefined) await renameAccount(db, accountId, name)
    if (botEnabled !== undefined) await setAccount(db, accountId, { botEnabled, actor })
    return ok
  },
  'POST /api-key': ({ db, accountId, actor }) => generateKey(db, accountId, actor),

  'GET /webhooks/:kind': async ({ db, secretsKey, accountId, params }) => {
    const endpoint = await getEndpoint(db, secretsKey, accountId, params.kind).catch((error: unknown) => {
      if (error instanceof ParleyError && error.code === 'NOT_FOUND') return null
      throw error
    })
    if (!endpoint) return { webhook: null }
    const { kind: _, previousSecretUntil, failingSince, ...shown } = endpoint
    return {
      webhook: {
        ...shown,
        previousSecretUntil: previousSecretUntil?.toISOString() ?? null,
        failingSince: failingSince?.toISOString() ?? null,
      },
    }
  },
  'PUT /webhooks/:kind': async ({ db, secretsKey, accountId, actor, params, body }) => {
    const { url } = await saveEndpoint(db, secretsKey, accountId, { kind: params.kind, url: body.url.trim(), actor })
    return { url }
  },
  'POST /webhooks/:kind/rotate': async ({ db, secretsKey, accountId, actor, params }) => {
    const { previousSecretUntil } = await rotateSecret(db, secretsKey, accountId, { kind: params.kind, actor })
    return { previousSecretUntil: previousSecretUntil.toISOString() }
  },
  'POST /webhooks/:kind/test': async ({ db, secretsKey, outbound, accountId, actor, params }) => {
    const post = (event: Parameters<typeof postWebhook>[1]) => postWebhook(outbound, event)
    const result = await sendTest(db, secretsKey, accountId, { kind: params.kind, actor, post })
    const { ok, statusCode, error, durationMs, responseBody } = result
    return { ok, statusCode, error, durationMs, responseBody }
  },
  'POST /webhooks/:kind/enable': async ({ db, accountId, actor, params }) => {
    await enableEndpoint(db, accountId, { kind: params.kind, actor })
    return ok
  },
  'GET /webhooks/:kind/attempts': async ({ db, accountId, params, query }) => {
    const before = query.before ? new Date(query.before) : undefined
    const attempts = await listAttempts(db, accountId, { kind: params.kind, before, limit: attemptsAPage })
    const ids = attempts.flatMap(({ webhookId }) => readId('delivery', webhookId) ?? [])
    const payloads = await readPayloads(db, accountId, ids)
    return attempts.map(({ startedAt, headers: _, nextAttemptAt: __, address: ___, ...attempt }) => ({
      ...attempt,
      startedAt: startedAt.toISOString(),
      requestBody: payloads.get(readId('delivery', attempt.webhookId) ?? '') ?? null,
    }))
  },
  'POST /webhooks/:kind/replay': ({ db, accountId, actor, params, body }) =>
    replay(db, accountId, { kind: params.kind, what: whatOf(body), actor }),
}

function whatOf(body: { webhookId: string } | { failedSince: string }): ReplayWhat {
  if ('failedSince' in body) return { failedSince: new Date(body.failedSince) }
  const deliveryId = readId('delivery', body.webhookId)
  if (!deliveryId) throw new ParleyError('NOT_FOUND', 'There is no such delivery.')
  return { deliveryId }
}
