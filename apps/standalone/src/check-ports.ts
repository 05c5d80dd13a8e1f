import { setTimeout as delay } from 'node:timers/promises'
import { portFault } from '@parley/local-stack/free-port'
import { StartupFault } from '@parley/service/startup-fault'
import type { StandaloneConfig } from './config.ts'

/** The apps of an `npm start` that was killed just now let go of their ports within a moment. */
const patienceMs = 2_000

export async function checkPorts(config: StandaloneConfig): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  for (const variable of ['PORT', 'CONSOLE_PORT'] as const) {
    const port = config[variable]
    let fault = await portFault(port)
    while (fault === 'EADDRINUSE' && Date.now() < giveUpAt) {
      await delay(100)
      fault = await portFault(port)
    }
    if (fault === 'EADDRINUSE') {
      throw new StartupFault(`port ${port} is in use: stop what listens there, or set ${variable} to another port`)
    }
    if (fault) throw new StartupFault(`port ${port} cannot be opened (${fault}): set ${variable} to another port`)
  }
}
