// Runs after `npm install`: generates the Prisma client without the native engine, which would be downloaded.
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const prisma = join(dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build/index.js')
execFileSync(process.execPath, [prisma, 'generate'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
})
