import type { ConsoleApi } from '@parley/contracts/session/api'
import { agencyHandlers } from './agency/handlers.ts'
import type { Handlers } from './endpoints.ts'
import { liveHandlers } from './live/handlers.ts'
import { meHandlers } from './me/handlers.ts'
import { playgroundHandlers } from './playground/handlers.ts'

export const handlers: Handlers<ConsoleApi> = {
  ...meHandlers,
  ...liveHandlers,
  ...playgroundHandlers,
  ...agencyHandlers,
}
