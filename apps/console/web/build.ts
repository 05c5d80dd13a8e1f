// `npm run build:console`: builds the pages, unless they are built already from the same sources.
import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const web = import.meta.dirname
const stampFile = join(web, 'dist/.built-from')

/** Says whether there was anything to do. */
export async function buildPages(): Promise<{ built: boolean }> {
  const stamp = await hashSources()
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return { built: false }
  const { build } = await import('vite')
  await build({ configFile: join(web, 'vite.config.ts'), logLevel: 'warn' })
  await writeFile(stampFile, stamp)
  return { built: true }
}

async function hashSources(): Promise<string> {
  const files = globSync(['src/**/*', 'public/**/*', 'index.html', 'vite.config.ts', '../package.json'], {
    cwd: web,
    withFileTypes: true,
  }).filter((entry) => entry.isFile())
  const hash = createHash('sha256')
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash.update(`\n${path.slice(web.length)}\n`).update(await readFile(path))
  }
  return hash.digest('hex')
}

if (import.meta.main) {
  const { built } = await buildPages()
  console.log(built ? 'built' : 'nothing new')
}
