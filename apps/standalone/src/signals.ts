import { isRunByNpm } from './config.ts'

/** One Ctrl-C may arrive twice: from the terminal, and passed on by npm. */
const sameKeyMs = 1_000
const parentCheckMs = 500

/** Why we end, when it is because somebody asked for it. */
export const asked = Symbol('asked to stop')

/** Aborted by the first SIGINT, SIGTERM or SIGHUP; another one leaves at once. */
export function listenForSignals(): AbortController {
  const ending = new AbortController()
  let firstAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      firstAt ??= Date.now()
      if (Date.now() - firstAt > sameKeyMs) process.exit(1)
      ending.abort(asked)
    })
  }
  if (isRunByNpm()) endWithParent(ending)
  return ending
}

/** npm runs us through a shell, which keeps a SIGTERM to itself and is gone. */
function endWithParent(ending: AbortController): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid !== parent) ending.abort(asked)
  }, parentCheckMs)
  timer.unref()
}
