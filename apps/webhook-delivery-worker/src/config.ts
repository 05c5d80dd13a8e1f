import { OutboundConfig } from '@parley/outbound/outbound-config'
import { ServiceConfig, StoresConfig, wholeNumber } from '@parley/service/common-config'
import { z } from 'zod'

export const WebhookDeliveryWorkerConfig = z.object({
  ...ServiceConfig.shape,
  ...StoresConfig.shape,
  ...OutboundConfig.shape,
  SECRETS_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, { error: 'must be 32 bytes in base64' })
    .describe('Encrypts stored secrets: 32 bytes in base64, e.g. of `openssl rand -base64 32`.')
    .meta({ secret: true }),
  DELIVERY_ENDPOINTS: wholeNumber(1, 5_000)
    .default(500)
    .describe('Webhook endpoints that one process posts to at the same time.'),
  DELIVERY_CONCURRENCY: wholeNumber(1, 1_000)
    .default(20)
    .describe('Events that are posted to one webhook endpoint at the same time.'),
})

export type WebhookDeliveryWorkerConfig = z.output<typeof WebhookDeliveryWorkerConfig>
