import { showId } from '@parley/contracts/ids'
import { createAgency } from '@parley/testing/agency'
import { useTestDatabase } from '@parley/testing/test-database'
import { beforeAll, expect, test } from 'vitest'
import { addMember } from '../../../testing/add-member.ts'
import { useConsole, type Visitor } from '../../../testing/use-console.ts'

const database = useTestDatabase()
const server = useConsole(database)
let account: string
let owner: Visitor

beforeAll(async () => {
  const { id } = await createAgency(database.db)
  account = showId('account', id)
  owner = await server.logIn((await addMember(database.db, id, 'owner')).email)
})

const create = async (name: string) => {
  const { id } = (await owner('POST /campaigns', { account, body: { name } })).json()
  return { account, params: { campaign: String(id) } }
}

test('a campaign answers from an imported file, says what that rests on, and forgets what is deleted', async () => {
  const campaign = await create('Shop')
  const text = 'question;answer\nWhen are you open?;From nine to five.\nWhere are you?;At the harbour.\n'
  const imported = await owner('POST /campaigns/:campaign/import', { ...campaign, body: { fileName: 'faq.csv', text } })
  expect(imported.json()).toEqual({ imported: 2, removed: 0, total: 2 })

  const ask = async () =>
    (await owner('POST /campaigns/:campaign/try', { ...campaign, body: { text: 'when do you open' } })).json()
  expect(await ask()).toMatchObject({ text: 'From nine to five.', basedOn: ['When are you open?'], credits: 0 })

  const list = async () =>
    (await owner('GET /campaigns/:campaign/knowledge', campaign)).json() as unknown as { id: string }[]
  const [first] = await list()
  await owner('DELETE /campaigns/:campaign/knowledge/:entry', {
    account,
    params: { ...campaign.params, entry: first?.id ?? '' },
  })
  expect(await list()).toHaveLength(1)
  expect(await ask()).not.toMatchObject({ text: 'From nine to five.' })
})

test("a model's key is taken, never shown, and forgotten when asked", async () => {
  const campaign = await create('Model')
  const change = (body: object) => owner('PATCH /campaigns/:campaign', { ...campaign, body })
  const look = async () => (await owner('GET /campaigns/:campaign', campaign)).text
  await change({ engine: 'llm', llm: { model: 'small', temperature: 0.5 }, llmKey: 'sk-very-secret' })
  expect(JSON.parse(await look())).toMatchObject({ hasLlmKey: true, llm: { model: 'small', temperature: 0.5 } })
  expect(await look()).not.toContain('sk-very-secret')
  await change({ llmKey: null })
  expect(JSON.parse(await look())).toMatchObject({ hasLlmKey: false })
})

test('a new default takes the place of the one before, and a name is given once', async () => {
  const first = await create('First')
  const second = await create('Second')
  await owner('PATCH /campaigns/:campaign', { ...first, body: { isDefault: true } })
  await owner('PATCH /campaigns/:campaign', { ...second, body: { isDefault: true } })
  const all = (await owner('GET /campaigns', { account })).json() as unknown as { name: string; isDefault: boolean }[]
  expect(all.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(['Second'])
  expect((await owner('POST /campaigns', { account, body: { name: 'First' } })).status).toBe(409)
})

test('a file that cannot be read is refused with its name', async () => {
  const campaign = await create('Files')
  const body = { fileName: 'faq.xlsx', text: 'PK' }
  const refused = await owner('POST /campaigns/:campaign/import', { ...campaign, body })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('faq.xlsx')])
})
