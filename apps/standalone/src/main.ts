import { once } from 'node:events'
import { runMain } from '@parley/service/run-main'
import { loadConfig } from './config.ts'
import { openScreen } from './screen.ts'
import { asked, listenForSignals } from './signals.ts'
import { start } from './start.ts'

await runMain('parley', async () => {
  const config = loadConfig()
  const screen = openScreen(process.stdout)
  const ending = listenForSignals()
  await using opened = new AsyncDisposableStack()
  try {
    await start(config, screen, opened, ending)
    if (!ending.signal.aborted) await once(ending.signal, 'abort')
    throw ending.signal.reason
  } catch (error) {
    if (error !== asked) throw error
    await screen.step('Shutdown', () => opened.disposeAsync())
  }
})
process.exit()
