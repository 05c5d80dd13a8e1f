import type { ConsoleApi } from '@parley/contracts/session/api'
import { agencyHandlers } from './agency/handlers.ts'
import { campaignsHandlers } from './campaigns/handlers.ts'
import { contactsHandlers } from './contacts/handlers.ts'
import type { Handlers } from './endpoints.ts'
import { inboxHandlers } from './inbox/handlers.ts'
import { liveHandlers } from './live/handlers.ts'
import { meHandlers } from './me/handlers.ts'
import { operationsHandlers } from './operations/handlers.ts'
import { overviewHandlers } from './overview/handlers.ts'
import { playgroundHandlers } from './playground/handlers.ts'
import { settingsHandlers } from './settings/handlers.ts'
import { teamHandlers } from './team/handlers.ts'

export const handlers: Handlers<ConsoleApi> = {
  ...meHandlers,
  ...liveHandlers,
  ...playgroundHandlers,
  ...inboxHandlers,
  ...contactsHandlers,
  ...campaignsHandlers,
  ...settingsHandlers,
  ...teamHandlers,
  ...agencyHandlers,
  ...overviewHandlers,
  ...operationsHandlers,
}
