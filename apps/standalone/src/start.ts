import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate } from '@parley/data/migrations/migrate'
import { ensureCertificate } from '@parley/local-stack/local-certificate'
import { apps } from './apps.ts'
import { renderBanner } from './banner.ts'
import { buildPages } from './build-pages.ts'
import { checkPorts } from './check-ports.ts'
import type { StandaloneConfig } from './config.ts'
import { lockHome } from './instance-lock.ts'
import { keepPostgres, openDatabase } from './open-database.ts'
import { type Quickstart, readDemoAccounts, writeQuickstart } from './quickstart.ts'
import type { Screen } from './screen.ts'
import { ensureSecretsKey } from './secrets-key.ts'
import { hasAccounts, seedDemo } from './seed-demo.ts'
import { startApps } from './start-apps.ts'

/** Brings everything up in order. What it opens goes on `opened`, to be closed in reverse; it may be ended half-way. */
export async function start(
  config: StandaloneConfig,
  screen: Screen,
  opened: AsyncDisposableStack,
  ending: AbortController,
): Promise<void> {
  const step: Screen['step'] = (title, run) => {
    ending.signal.throwIfAborted()
    return screen.step(title, run)
  }
  const home = resolve(config.PARLEY_HOME)
  await mkdir(home, { recursive: true })
  opened.defer(await lockHome(home))
  await checkPorts(config)

  const databaseUrl = await step('Postgres', async (note) => {
    if (config.DATABASE_URL) {
      note('the one that DATABASE_URL names')
      return config.DATABASE_URL
    }
    const onFailure = (error: unknown) => ending.abort(error)
    const { url, port, stop } = await keepPostgres({ home, say: screen.line, onFailure })
    opened.defer(stop)
    note(`on port ${port}`)
    return url
  })
  const db = await openDatabase(databaseUrl)
  opened.defer(db.close)
  await step('Migrations', async (note) => {
    const { applied } = await migrate(databaseUrl)
    note(applied.length === 0 ? 'nothing new' : `${applied.length} applied`)
  })
  const { caFile, certFile, keyFile } = await step('Certificate', () => ensureCertificate(join(home, 'tls')))
  const secretsKey = config.SECRETS_KEY ?? (await ensureSecretsKey(home))

  await step('Pages', async (note) => note(await buildPages()))

  const kept = await readDemoAccounts(home)
  const quickstart: Quickstart = {
    apiUrl: `https://localhost:${config.PORT}/v1`,
    caFile,
    consoleUrl: `http://localhost:${config.CONSOLE_PORT}`,
    databaseUrl,
    redisUrl: config.REDIS_URL ?? null,
    accounts: kept && (await hasAccounts(db, kept)) ? kept : await step('Demo accounts', () => seedDemo(db)),
  }
  await writeQuickstart(home, quickstart)

  await step('Apps', async (note) => {
    const environment = {
      DATABASE_URL: databaseUrl,
      PORT: String(config.PORT),
      CONSOLE_PORT: String(config.CONSOLE_PORT),
      PARLEY_HOME: home,
      SECRETS_KEY: secretsKey,
      TLS_CERT_FILE: certFile,
      TLS_KEY_FILE: keyFile,
      MEDIA_URL: config.MEDIA_URL ?? pathToFileURL(join(home, 'media')).href,
      OUTBOUND_ALLOW: config.OUTBOUND_ALLOW,
      OUTBOUND_HTTP: config.OUTBOUND_HTTP,
      // From the second start on nothing is compiled again.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(home, 'compile-cache'),
    }
    await startApps({ environment, screen, opened, shutdownGraceMs: config.SHUTDOWN_GRACE_MS, signal: ending.signal })
    note(apps.join(', '))
  })
  screen.line(renderBanner(quickstart, home, screen.colour))
}
