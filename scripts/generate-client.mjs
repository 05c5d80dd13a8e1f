// Runs after `npm install`: generates the Prisma client. The native schema engine, which Prisma would download, is not
// needed for it; naming any existing file in its place keeps Prisma from looking for it.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const prisma = join(dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build/index.js')
const run = spawnSync(process.execPath, [prisma, 'generate'], {
  encoding: 'utf8',
  env: { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
})
if (run.status !== 0) {
  process.stderr.write(`${run.stdout}${run.stderr}`)
  process.exit(1)
}
