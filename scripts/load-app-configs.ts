import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')

export type AppConfig = { app: string; file: string; schema: z.ZodObject }

/** The environment that each app reads: the zod object ending in `Config` that its config file exports. */
export async function loadAppConfigs(): Promise<AppConfig[]> {
  const files = globSync('apps/*/src/config.ts', { cwd: root }).sort()
  return Promise.all(
    files.map(async (file) => {
      const exported: Record<string, unknown> = await import(pathToFileURL(join(root, file)).href)
      const schema = Object.entries(exported).find(([name]) => name.endsWith('Config'))?.[1]
      if (!(schema instanceof z.ZodObject)) throw new Error(`${file} exports no zod object whose name ends in Config`)
      return { app: file.split('/')[1] ?? file, file, schema }
    }),
  )
}
