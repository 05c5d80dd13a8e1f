import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { externalContactId, incomingMessageId, readId, showId } from '@parley/contracts/ids'
import { findAccountByKeyHash } from '@parley/data/keys/find-key'
import { hashKey } from '@parley/data/keys/hash-key'
import { storeMessages } from '@parley/data/pipeline/store-messages'
import { useEmptyDatabase, useTestDatabase } from '@parley/testing/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { emptyFolder, parleyJson, runParley } from './testing/run-parley.ts'

describe('the verbs of parley', () => {
  const database = useTestDatabase()
  const env = { DATABASE_URL: database.url, SECRETS_KEY: randomBytes(32).toString('base64') }
  let agency: { id: string; apiKey: string }
  beforeAll(async () => {
    agency = await parleyJson(['account', 'create', '--email', 'Agency@Example.com', '--kind', 'agency'], env)
  })

  test('account create gives ids, key and password', async () => {
    const words = ['account', 'create', '--email', 'sub@example.com', '--kind', 'sub-account', '--agency', agency.id]
    const created = await parleyJson([...words, '--credits', '100', '--name', 'Sub'], env)
    expect(created).toEqual({
      id: expect.stringMatching(/^acc_[0-9a-f]{32}$/),
      userId: expect.stringMatching(/^usr_[0-9a-f]{32}$/),
      email: 'sub@example.com',
      kind: 'sub-account',
      apiKey: expect.stringMatching(/^pk_/),
      password: expect.any(String),
    })
    const accountId = readId('account', created.id) ?? ''
    const { balance } = await database.db.prisma.creditBalance.findUniqueOrThrow({ where: { accountId } })
    expect(balance.toString()).toBe('100')
  })

  test('account set changes the rate limit and the bot', async () => {
    const words = ['account', 'set', '--account', agency.id, '--rate-limit', '10', '--bot', 'off']
    expect(await parleyJson(words, env)).toEqual({ id: agency.id, rateLimitPerMinute: 10, botEnabled: false })
  })

  test('key generate gives a key that works', async () => {
    const { apiKey } = await parleyJson(['key', 'generate', '--account', agency.id], env)
    const holder = await findAccountByKeyHash(database.db, hashKey(apiKey))
    expect(holder?.accountId).toBe(readId('account', agency.id))
  })

  test('webhook set gives the secret, and the same one when the URL changes', async () => {
    const set = (url: string) => parleyJson(['webhook', 'set', '--account', agency.id, '--url', url], env)
    const first = await set('https://example.com/a')
    expect(first).toEqual({ url: 'https://example.com/a', secret: expect.stringMatching(/^whsec_/) })
    expect(await set('https://example.com/b')).toEqual({ url: 'https://example.com/b', secret: first.secret })
  })

  test('webhook set takes the auto-recharge URL of an agency', async () => {
    const words = [
      'webhook',
      'set',
      '--account',
      agency.id,
      '--url',
      'https://example.com/r',
      '--kind',
      'auto-recharge',
    ]
    await parleyJson(words, env)
    expect(await database.db.prisma.webhookEndpoint.count({ where: { kind: 'auto_recharge' } })).toBe(1)
  })

  test('list create gives the id of the list', async () => {
    const list = await parleyJson(['list', 'create', '--account', agency.id, '--name', 'Customers'], env)
    expect(list).toEqual({ id: expect.stringMatching(/^lst_/), name: 'Customers' })
  })

  test('campaign create takes every setting, and knowledge from a file', async () => {
    const file = join(emptyFolder(), 'knowledge.json')
    writeFileSync(file, JSON.stringify([{ question: 'When?', answer: 'Now.' }, { answer: 'A passage.' }]))
    const words = ['campaign', 'create', '--account', agency.id, '--name', 'Shop', '--default']
    const flags = ['--keywords', 'buy, order', '--engine', 'llm', '--instructions', 'Be kind.', '--knowledge', file]
    const created = await parleyJson([...words, ...flags, '--quiet-ms', '0', '--fallback', 'One moment.'], env)

    expect(created).toMatchObject({ name: 'Shop', isDefault: true, knowledgeEntries: 2 })
    const campaign = await database.db.prisma.campaign.findUniqueOrThrow({
      where: { id: readId('campaign', created.id) ?? '' },
      include: { knowledge: { orderBy: { position: 'asc' } } },
    })
    expect(campaign).toMatchObject({
      keywords: ['buy', 'order'],
      engine: 'llm',
      instructions: 'Be kind.',
      quietMs: 0,
      fallback: 'One moment.',
      knowledge: [
        { question: 'When?', answer: 'Now.' },
        { question: null, answer: 'A passage.' },
      ],
    })
  })

  test('message show gives the message with its timeline, to people as lines', async () => {
    const accountId = readId('account', agency.id) ?? ''
    const id = incomingMessageId(accountId, 'sid-1')
    const contactId = externalContactId(accountId, 'ann')
    const facts = { kind: 'text', status: 'received', toId: 'shop', requestId: 'req', acceptedAt: Date.now() } as const
    await storeMessages(database.db, [
      { id, accountId, contactId, fromId: 'ann', sid: 'sid-1', body: 'Hello', ...facts },
    ])

    const shown = await parleyJson(['message', 'show', showId('message', id)], env)
    expect(shown).toMatchObject({ messageId: showId('message', id), fromId: 'ann', body: 'Hello' })
    expect(shown.timeline.map(({ stage }: { stage: string }) => stage)).toEqual(['accepted', 'stored'])
    const { stdout } = await runParley(['message', 'show', showId('message', id)], env)
    expect(stdout).toMatch(/^body +Hello$/m)
    expect(stdout).toMatch(/^accepted +\d{4}-/m)
  })

  test('people are told that the key is shown once', async () => {
    const { stdout } = await runParley(['key', 'generate', '--account', agency.id], env)
    expect(stdout).toMatch(/^apiKey +pk_/m)
    expect(stdout).toContain('not shown again')
  })
})

describe('parley migrate', () => {
  const database = useEmptyDatabase()

  test('is asked for by other verbs, brings the tables, and does nothing the second time', async () => {
    const env = { DATABASE_URL: database.url }
    const create = ['account', 'create', '--email', 'ann@example.com', '--kind', 'standard']
    const early = await runParley(create, env)
    expect(early).toMatchObject({ code: 2, stderr: expect.stringContaining('parley -- migrate') })

    expect((await parleyJson(['migrate'], env)).applied.length).toBeGreaterThan(0)
    expect(await parleyJson(['migrate'], env)).toEqual({ applied: [] })
    expect((await runParley(create, env)).code).toBe(0)
  })
})
