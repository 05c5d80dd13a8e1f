import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { externalContactId, incomingMessageId, readId, showId } from '@parley/contracts/ids'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import { useTestDatabase } from '@parley/testing/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { emptyFolder, parleyJson, runParley } from '../testing/run-parley.ts'

describe('the bot from the command line', () => {
  const database = useTestDatabase()
  const env = { DATABASE_URL: database.url, SECRETS_KEY: randomBytes(32).toString('base64') }
  const parley = (...words: string[]) => parleyJson(words, env)
  let account: string
  let campaign: string
  beforeAll(async () => {
    account = (await parley('account', 'create', '--email', 'ann@example.com', '--kind', 'standard')).id
    campaign = (await parley('campaign', 'create', '--account', account, '--name', 'Shop', '--fallback', 'Hm.')).id
  })

  test('a campaign learns from a file and shows what it would answer; nothing is stored', async () => {
    const file = join(emptyFolder(), 'faq.csv')
    writeFileSync(file, 'question,answer\nWhen are you open?,From nine.\n')
    const learnt = await parley('campaign', 'import', '--campaign', campaign, '--file', file)
    expect(learnt).toEqual({ imported: 1, removed: 0, total: 1 })
    expect(await parley('campaign', 'show', campaign)).toMatchObject({
      name: 'Shop',
      hasLlmKey: false,
      knowledge: [{ question: 'When are you open?', answer: 'From nine.', source: 'faq.csv' }],
    })
    expect(await parley('bot', 'try', '--campaign', campaign, '--text', 'when do you open')).toMatchObject({
      text: 'From nine.',
      basedOn: ['When are you open?'],
      credits: 0,
    })
    expect(await database.db.prisma.message.count()).toBe(0)
    expect(await parley('campaign', 'list', '--account', account)).toMatchObject([
      { id: campaign, engine: 'knowledge' },
    ])
  })

  test('a campaign and an account take a model with a key, which is never shown again', async () => {
    const file = join(emptyFolder(), 'key')
    writeFileSync(file, 'sk-secret\n')
    const model = ['--base-url', 'https://models.example.com/v1', '--model', 'big', '--key-file', file]
    const saved = await parley('bot', 'model', '--account', account, ...model, '--temperature', '0.2')
    expect(saved).toEqual({
      baseUrl: 'https://models.example.com/v1',
      model: 'big',
      temperature: 0.2,
      hasLlmKey: true,
    })
    const set = await runParley(
      ['campaign', 'set', '--campaign', campaign, '--engine', 'llm', '--max-tokens', '200', '--key-file', file],
      env,
    )
    expect(set.code).toBe(0)
    expect(set.stdout).toMatch(/^engine +llm$/m)
    expect(set.stdout).not.toContain('sk-secret')
    await parley('campaign', 'set', '--campaign', campaign, '--engine', 'knowledge')
  })

  test('a person takes a conversation, answers in it and hands it back', async () => {
    const accountId = readId('account', account) ?? ''
    const contactId = externalContactId(accountId, 'bob')
    const id = incomingMessageId(accountId, '1')
    const facts = { kind: 'text', status: 'received', toId: 'shop', requestId: 'req', acceptedAt: Date.now() } as const
    await storeMessages(database.db, [{ id, accountId, contactId, fromId: 'bob', sid: '1', body: 'Hello', ...facts }])
    const at = ['--account', account, '--contact', showId('contact', contactId)]
    expect(await parley('conversation', 'take', ...at)).toEqual({ owner: 'person' })
    expect(await parley('conversation', 'reply', ...at, '--text', 'Hi Bob')).toMatchObject({ sequence: 1 })
    expect(await parley('conversation', 'release', ...at)).toEqual({ owner: 'bot' })
    expect(await parley('conversation', 'set', ...at, '--do-not-disturb', 'on')).toEqual({
      conversationBot: true,
      contactBot: true,
      doNotDisturb: true,
    })
    expect(await parley('conversation', 'show', ...at)).toMatchObject({
      owner: 'bot',
      messages: [
        { from: 'contact', body: 'Hello' },
        { from: 'person', body: 'Hi Bob' },
      ],
    })
  })
})
