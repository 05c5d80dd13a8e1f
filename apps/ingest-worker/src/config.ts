import { ServiceConfig, StoresConfig, wholeNumber } from '@parley/service/common-config'
import { z } from 'zod'

export const IngestWorkerConfig = z.object({
  ...ServiceConfig.shape,
  ...StoresConfig.shape,
  INGEST_CONCURRENCY: wholeNumber(1, 64)
    .default(2)
    .describe('Batches that one process stores at the same time; as many as Postgres has cores is best.'),
})

export type IngestWorkerConfig = z.output<typeof IngestWorkerConfig>
