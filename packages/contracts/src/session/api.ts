import { agencyApi } from './agency.ts'
import { liveApi } from './live.ts'
import { meApi } from './me.ts'
import { playgroundApi } from './playground.ts'

/** Every call that the console's pages make to its server. The server refuses to start without a handler for each. */
export const sessionApi = { ...meApi, ...liveApi, ...playgroundApi, ...agencyApi } as const

export type ConsoleApi = typeof sessionApi
