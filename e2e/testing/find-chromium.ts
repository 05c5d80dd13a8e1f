import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import chromium from '@sparticuz/chromium'

export type Chromium = { path: string; args: string[] }

/**
 * The Chromium that npm brings along, which there is for one kind of machine, or else the machine's own. Null where
 * there is none: then the tests that need a browser are skipped.
 */
export async function findChromium(): Promise<Chromium | null> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    return { path: await chromium.executablePath(), args: chromium.args.filter((each) => !unwanted.includes(each)) }
  }
  const path = findOnPath(['chromium', 'chromium-browser', 'google-chrome'])
  return path === null ? null : { path, args: ['--no-sandbox', '--disable-gpu'] }
}

const unwanted = [
  // In one process, as small machines in the cloud want it, all people would share six connections and one fate.
  '--single-process',
  '--no-zygote',
  // The browser of a test must be as strict as that of a person.
  '--disable-web-security',
  '--allow-running-insecure-content',
]

function findOnPath(names: string[]): string | null {
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
