import { z } from 'zod'

/** Which of an account's webhooks is meant. */
export const kindFlag = z
  .enum(['reply', 'auto-recharge'])
  .default('reply')
  .transform((kind) => (kind === 'reply' ? kind : ('auto_recharge' as const)))
  .describe('Which events go there')
