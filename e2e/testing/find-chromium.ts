import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import chromium from '@sparticuz/chromium'

/** What npm brings along runs here only; elsewhere the machine's own is taken. */
const isInNpm = process.platform === 'linux' && process.arch === 'x64'
const names = ['chromium', 'chromium-browser', 'google-chrome']

/** Null where the machine has none: then the tests that need a browser are skipped. */
export const chromiumPath: string | null = isInNpm ? await chromium.executablePath() : onPath()

function onPath(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
