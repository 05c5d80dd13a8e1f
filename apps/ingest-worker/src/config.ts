import { MediaConfig } from '@parley/media/media-config'
import { OutboundConfig } from '@parley/outbound/outbound-config'
import { ServiceConfig, StoresConfig, wholeNumber } from '@parley/service/common-config'
import { z } from 'zod'

export const IngestWorkerConfig = z.object({
  ...ServiceConfig.shape,
  ...StoresConfig.shape,
  ...MediaConfig.shape,
  ...OutboundConfig.shape,
  INGEST_CONCURRENCY: wholeNumber(1, 64)
    .default(2)
    .describe('Batches that one process stores at the same time; as many as Postgres has cores is best.'),
  INGEST_BULK_CONCURRENCY: wholeNumber(0, 64)
    .default(1)
    .describe(
      'Batches besides of what accounts send beyond 100 messages a second; `0` leaves these to other processes.',
    ),
})

export type IngestWorkerConfig = z.output<typeof IngestWorkerConfig>
