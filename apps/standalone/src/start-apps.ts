import { apps } from './apps.ts'
import { renderLog } from './render-log.ts'
import type { Screen } from './screen.ts'
import { supervise } from './supervise.ts'

const colours = ['cyan', 'magenta', 'yellow', 'blue'] as const
const nameWidth = Math.max(...apps.map((app) => app.length))
/** Beyond an app's own patience, so that it can say itself what it could not finish. */
const graceMarginMs = 5_000

/** Starts all apps at once and waits until each is ready. `opened` stops them, all at once too. */
export async function startApps(options: {
  environment: Record<string, string>
  screen: Screen
  opened: AsyncDisposableStack
  shutdownGraceMs: number
  signal: AbortSignal
}): Promise<void> {
  const { environment, screen, opened, signal } = options
  const supervised = apps.map((app, index) => {
    const prefix = screen.colour(colours[index % colours.length] ?? 'cyan', app.padEnd(nameWidth))
    return supervise({
      app,
      environment,
      graceMs: options.shutdownGraceMs + graceMarginMs,
      signal,
      say: screen.line,
      onLine: (line) => screen.line(`${prefix} | ${renderLog(line, screen.colour)}`),
    })
  })
  opened.defer(async () => void (await Promise.all(supervised.map(({ stop }) => stop()))))
  await Promise.all(supervised.map(({ ready }) => ready))
}
