import { expect, test } from 'vitest'
import { findImportFaults } from './check-imports.ts'
import { makeTree } from './testing/make-tree.ts'

const manifest = (name: string, dependencies: string[] = []) =>
  JSON.stringify({ name: `@parley/${name}`, dependencies: Object.fromEntries(dependencies.map((each) => [each, '1'])) })

/** A house in order; each test adds one breach. */
const house = {
  'package.json': JSON.stringify({ name: 'parley', devDependencies: { vitest: '1' } }),
  'packages/contracts/package.json': manifest('contracts', ['zod']),
  'packages/contracts/src/ids.ts': `import { createHash } from 'node:crypto'\nimport { z } from 'zod'`,
  'packages/service/package.json': manifest('service'),
  'packages/data/package.json': manifest('data', ['@parley/contracts']),
  'packages/data/src/db.ts': `import {\n  incomingMessageId,\n  type Id,\n} from '@parley/contracts/ids'\nimport './other.ts'`,
  'packages/data/src/db.test.ts': `import { test } from 'vitest'\nimport { use } from '@parley/testing/test-database'`,
  'packages/data/src/generated/client.ts': `import { x } from '@prisma/whatever'`,
  'packages/testing/package.json': manifest('testing', ['@parley/data']),
  'packages/testing/src/test-database.ts': `import { connectDb } from '@parley/data/db'`,
  'apps/gateway/package.json': manifest('gateway', ['@parley/data', '@parley/service']),
  'apps/gateway/src/main.ts': `import { connectDb } from '@parley/data/db'`,
  'apps/cli/package.json': manifest('cli'),
}

test('a house in order has no fault', async () => {
  expect(await findImportFaults(await makeTree(house))).toEqual([])
})

test.for<[file: string, source: string, fault: string]>([
  ['packages/contracts/src/x.ts', `import { db } from '@parley/data/db'`, 'packages/contracts may not import data'],
  ['packages/data/src/x.ts', `export * from '@parley/service/log'`, 'packages/data may not import service'],
  ['packages/service/src/x.ts', `import '@parley/contracts/ids'`, 'packages/service may not import contracts'],
  ['packages/data/src/x.ts', `await import('@parley/gateway/main')`, 'nothing imports an app'],
  ['apps/cli/src/x.ts', `import type { X } from '@parley/gateway/main'`, 'nothing imports an app'],
  ['apps/gateway/src/x.ts', `import { use } from '@parley/testing/test-database'`, 'only tests may'],
  ['apps/cli/src/x.ts', `import { db } from '@parley/data/db'`, 'apps/cli/package.json does not declare @parley/data'],
  ['apps/gateway/src/x.ts', `import got from 'got'`, 'apps/gateway/package.json does not declare got'],
  ['apps/gateway/src/x.ts', `import { test } from 'vitest'`, 'apps/gateway/package.json does not declare vitest'],
  ['apps/gateway/src/x.ts', `import '../../../packages/data/src/db.ts'`, 'a relative path must not leave its package'],
])('in %s this is a fault: %s', async ([file, source, fault]) => {
  const faults = await findImportFaults(await makeTree({ ...house, [file]: source }))
  expect(faults).toEqual([expect.stringMatching(new RegExp(`^${file} imports .*: ${fault}$`))])
})

test('packages that depend on each other in a circle are a fault', async () => {
  const tree = { ...house, 'packages/contracts/package.json': manifest('contracts', ['zod', '@parley/data']) }
  expect(await findImportFaults(await makeTree(tree))).toEqual([
    'packages depend on each other in a circle: @parley/data → @parley/contracts → @parley/data',
  ])
})

test('a new package must say what it may import', async () => {
  const tree = { ...house, 'packages/novel/package.json': manifest('novel') }
  expect(await findImportFaults(await makeTree(tree))).toEqual([expect.stringContaining('packages/novel: say in')])
})
