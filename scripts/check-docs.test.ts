import { expect, test } from 'vitest'
import { findDocFaults } from './check-docs.ts'
import { makeTree } from './testing/make-tree.ts'

const house = {
  'package.json': JSON.stringify({ scripts: { start: '', 'db:diff': '', parley: '' } }),
  'packages/data/src/db.ts': '',
  'docs/operations.md': 'See [the readme](../README.md#use), or [elsewhere](https://example.com/docs/nowhere).',
  '.env.example': '# read by npm start',
  'README.md': [
    'The code is in `packages/data/src/db.ts`, `packages/*/src` and packages/<name>/src.',
    'Read [operations](docs/operations.md) and docs/operations.md. Copy .env.example.',
    'Run `npm ci && npm start`, `npm run db:diff -- --name x`, `npm run -s parley -- migrate`.',
    'A request to https://example.com/apps/nothing or /v1/packages/nothing or @parley/scripts/nothing is no path.',
  ].join('\n'),
}

test('documents that name what is there have no fault', async () => {
  expect(await findDocFaults(await makeTree(house))).toEqual([])
})

test.for<[text: string, fault: string]>([
  ['See packages/data/src/gone.ts.', 'packages/data/src/gone.ts, which is not there'],
  ['See `apps/gone`.', 'apps/gone, which is not there'],
  ['See packages/*/gone.', 'packages/*/gone, which is not there'],
  ['See CONTRIBUTING.md.', 'CONTRIBUTING.md, which is not there'],
  ['Start docker-compose.yml', 'docker-compose.yml, which is not there'],
  ['See [the plan](operations.md).', 'operations.md, which is not there'],
  ['`npm test`', 'the npm script test, which package.json does not have'],
  ['`npm run -s gone -- --x`', 'the npm script gone, which package.json does not have'],
])('"%s" is a fault', async ([text, fault]) => {
  const faults = await findDocFaults(await makeTree({ ...house, 'README.md': `# Parley\n${text}` }))
  expect(faults.filter((each) => each.startsWith('README.md'))).toEqual([`README.md:2 names ${fault}`])
})
