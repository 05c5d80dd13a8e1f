import { agencyApi } from './agency.ts'
import { campaignsApi } from './campaigns.ts'
import { contactsApi } from './contacts.ts'
import { inboxApi } from './inbox.ts'
import { liveApi } from './live.ts'
import { meApi } from './me.ts'
import { operationsApi } from './operations.ts'
import { overviewApi } from './overview.ts'
import { playgroundApi } from './playground.ts'
import { settingsApi } from './settings.ts'
import { teamApi } from './team.ts'

/** Every call that the console's pages make to its server. A missing handler is a type error. */
export const sessionApi = {
  ...meApi,
  ...liveApi,
  ...playgroundApi,
  ...inboxApi,
  ...contactsApi,
  ...campaignsApi,
  ...settingsApi,
  ...teamApi,
  ...agencyApi,
  ...overviewApi,
  ...operationsApi,
} as const

export type ConsoleApi = typeof sessionApi
