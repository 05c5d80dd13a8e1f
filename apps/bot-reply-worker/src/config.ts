import { MediaConfig } from '@parley/media/media-config'
import { OutboundConfig } from '@parley/outbound/outbound-config'
import { ServiceConfig, StoresConfig, wholeNumber } from '@parley/service/common-config'
import { z } from 'zod'

export const BotReplyWorkerConfig = z.object({
  ...ServiceConfig.shape,
  ...StoresConfig.shape,
  ...OutboundConfig.shape,
  ...MediaConfig.shape,
  SECRETS_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, { error: 'must be 32 bytes in base64' })
    .describe('Encrypts stored secrets: 32 bytes in base64, e.g. of `openssl rand -base64 32`.')
    .meta({ secret: true }),
  BOT_CONCURRENCY: wholeNumber(1, 1_000)
    .default(20)
    .describe('Turns that one process is at at the same time; most of it is waiting for a model.'),
  MODEL_TIMEOUT_MS: wholeNumber(100, 100_000)
    .default(45_000)
    .describe('How long a language model may take for one answer, in milliseconds.'),
})

export type BotReplyWorkerConfig = z.output<typeof BotReplyWorkerConfig>
