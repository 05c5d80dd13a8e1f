import { randomBytes } from 'node:crypto'
import { NewCampaign } from '@parley/contracts/campaigns'
import { useTestDatabase } from '@parley/testing/test-database'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { importKnowledge } from '../knowledge/import-knowledge.ts'
import { listKnowledge } from '../knowledge/list-knowledge.ts'
import { createCampaign } from './create-campaign.ts'
import { getCampaign } from './get-campaign.ts'
import { listCampaigns } from './list-campaigns.ts'
import { loadBotCampaign } from './load-bot-campaign.ts'
import { setCampaign } from './set-campaign.ts'
import { setLlmDefaults } from './set-llm-defaults.ts'

const secretsKey = randomBytes(32)

describe('a campaign', () => {
  const database = useTestDatabase()
  let accountId: string
  let campaignId: string
  const newAccountId = async () => {
    const email = `${crypto.randomUUID()}@example.com`
    return (await createAccount(database.db, { kind: 'standard', email, actor: 'cli' })).id
  }
  const create = (name: string, more: object = {}) =>
    createCampaign(database.db, accountId, NewCampaign.parse({ name, ...more }))
  const change = (changes: object, id = campaignId) =>
    setCampaign(database.db, accountId, id, { changes, secretsKey, actor: 'cli' })
  beforeEach(async () => {
    accountId = await newAccountId()
    campaignId = (await create('Shop', { isDefault: true, fallback: 'Hm' })).id
  })

  test('changes in what is given and in nothing else, and its version goes up', async () => {
    const changed = await change({ keywords: ['buy'], active: false, loopLimit: 3 })
    expect(changed).toMatchObject({ name: 'Shop', fallback: 'Hm', isDefault: true, version: 2 })
    expect(changed).toMatchObject({ keywords: ['buy'], active: false, loopLimit: 3 })
    const audit = await database.db.prisma.auditEntry.findFirst({ where: { accountId, action: 'campaign.set' } })
    expect(audit?.detail).toEqual({ changed: ['keywords', 'active', 'loopLimit'] })
  })

  test('that becomes the default takes that from the one before', async () => {
    const other = await create('Other')
    await change({ isDefault: true }, other.id)
    expect((await listCampaigns(database.db, accountId)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Other', true],
      ['Shop', false],
    ])
  })

  test('shows of its key only that there is one', async () => {
    const changed = await change({ llmKey: 'sk-secret' })
    expect(changed).toMatchObject({ hasLlmKey: true })
    expect(JSON.stringify(await getCampaign(database.db, accountId, campaignId))).not.toMatch(/secret|sealed/i)
    expect(await change({ llmKey: null })).toMatchObject({ hasLlmKey: false })
  })

  test('is made for a language model where the account has one', async () => {
    await setLlmDefaults(database.db, secretsKey, accountId, { llm: { model: 'big' }, actor: 'cli' })
    expect((await create('By model')).engine).toBe('llm')
    expect((await create('By knowledge', { engine: 'knowledge' })).engine).toBe('knowledge')
  })

  test('falls back on the account’s model, but never sends the account’s key to an address of its own', async () => {
    const llm = { baseUrl: 'https://models.example.com/v1', model: 'big', temperature: 0.5 }
    await setLlmDefaults(database.db, secretsKey, accountId, { llm, llmKey: 'sk-account', actor: 'cli' })
    await change({ llm: { model: 'small' } })
    const falling = await loadBotCampaign(database.db, accountId, campaignId)
    expect(falling.llm).toEqual({ ...llm, model: 'small' })
    expect(falling.llmKeySealed).not.toBeNull()
    await change({ llm: { model: 'small', baseUrl: 'https://elsewhere.example.com' } })
    const own = await loadBotCampaign(database.db, accountId, campaignId)
    expect(own.llm).toEqual({ model: 'small', baseUrl: 'https://elsewhere.example.com' })
    expect(own.llmKeySealed).toBeNull()
  })

  test('learns a file, and again what is new in it', async () => {
    const entry = (question: string) => ({ question, answer: 'Yes.', source: null })
    const learn = (source: string, questions: string[], replaceAll = false) =>
      importKnowledge(database.db, accountId, campaignId, {
        entries: questions.map(entry),
        source,
        replaceAll,
        actor: 'cli',
      })
    const questions = async () =>
      (await listKnowledge(database.db, accountId, campaignId)).map(({ question }) => question)
    await learn('a.csv', ['A?', 'B?'])
    await learn('b.md', ['C?'])
    expect(await learn('a.csv', ['A!', 'D?', 'E?'])).toEqual({ imported: 3, removed: 2, total: 4 })
    expect(await questions()).toEqual(['C?', 'A!', 'D?', 'E?'])
    await learn('c.csv', ['F?'], true)
    expect(await questions()).toEqual(['F?'])
    expect((await getCampaign(database.db, accountId, campaignId)).version).toBe(5)
  })

  test('of another account cannot be seen, changed or taught', async () => {
    const other = await newAccountId()
    const missing = { code: 'CAMPAIGN_NOT_FOUND' }
    const input = { changes: { name: 'Mine' }, actor: 'cli' }
    const knowledge = { entries: [], source: 'a.csv', actor: 'cli' }
    await expect(getCampaign(database.db, other, campaignId)).rejects.toMatchObject(missing)
    await expect(setCampaign(database.db, other, campaignId, input)).rejects.toMatchObject(missing)
    await expect(importKnowledge(database.db, other, campaignId, knowledge)).rejects.toMatchObject(missing)
    await expect(loadBotCampaign(database.db, other, campaignId)).rejects.toMatchObject(missing)
    expect(await listKnowledge(database.db, other, campaignId)).toEqual([])
  })
})
