import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '@parley/local-stack/write-whole'
import { z } from 'zod'

const DemoAccount = z.object({
  id: z.string(),
  userId: z.string(),
  email: z.string(),
  password: z.string(),
  apiKey: z.string(),
})

const DemoAccounts = z.object({ agency: DemoAccount, subAccount: DemoAccount })

export type DemoAccount = z.output<typeof DemoAccount>
export type DemoAccounts = z.output<typeof DemoAccounts>

/** What a program needs to try Parley; the only place where keys and passwords of the demo stand in plain text. */
export type Quickstart = {
  apiUrl: string
  caFile: string
  consoleUrl: string
  databaseUrl: string
  redisUrl: string | null
  accounts: DemoAccounts
}

export const quickstartFile = (home: string): string => join(home, 'quickstart.json')

export const writeQuickstart = (home: string, quickstart: Quickstart): Promise<void> =>
  writeWhole(quickstartFile(home), `${JSON.stringify(quickstart, null, 2)}\n`, 0o600)

/** The accounts of an earlier run; null when there was none or its file is lost or damaged. */
export async function readDemoAccounts(home: string): Promise<DemoAccounts | null> {
  try {
    return z.object({ accounts: DemoAccounts }).parse(JSON.parse(await readFile(quickstartFile(home), 'utf8'))).accounts
  } catch {
    return null
  }
}
