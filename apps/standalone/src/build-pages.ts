import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const script = fileURLToPath(new URL('../../console/web/build.ts', import.meta.url))

/** `npm ci` has built the console's pages; here they are built again only when their sources have changed since. */
export async function buildPages(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [script])
  return stdout.trim()
}
