import { migrate } from '@parley/data/migrations/migrate'
import { z } from 'zod'
import { defineVerb } from './verb.ts'

export const migrateVerb = defineVerb({
  name: 'migrate',
  summary: 'Bring the database up to this version',
  flags: z.object({}),
  run: (_flags, stores) => migrate(stores.databaseUrl),
})
