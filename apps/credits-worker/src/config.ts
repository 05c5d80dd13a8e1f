import { ServiceConfig, StoresConfig, wholeNumber } from '@parley/service/common-config'
import { z } from 'zod'

export const CreditsWorkerConfig = z.object({
  ...ServiceConfig.shape,
  ...StoresConfig.shape,
  CREDITS_CONCURRENCY: wholeNumber(1, 64)
    .default(4)
    .describe('Groups of grants that one process applies at the same time.'),
})

export type CreditsWorkerConfig = z.output<typeof CreditsWorkerConfig>
