import { externalContactId, incomingMessageId, showId } from '@parley/contracts/ids'
import { useTestDatabase } from '@parley/testing/test-database'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { storeMessages } from '../pipeline/store-messages.ts'
import { handBack } from './hand-back.ts'
import { setBotSwitches } from './set-bot-switches.ts'
import { showConversation } from './show-conversation.ts'
import { takeOver } from './take-over.ts'
import { typeReply } from './type-reply.ts'

describe('what a person does in a conversation', () => {
  const database = useTestDatabase()
  let accountId: string
  let userId: string
  let contactId: string
  const newAccount = () =>
    createAccount(database.db, { kind: 'standard', email: `${crypto.randomUUID()}@example.com`, actor: 'cli' })
  beforeEach(async () => {
    const account = await newAccount()
    accountId = account.id
    userId = account.userId
    contactId = externalContactId(accountId, 'ann')
    const facts = { kind: 'text', status: 'received', toId: 'shop', requestId: 'req', acceptedAt: Date.now() } as const
    const id = incomingMessageId(accountId, '1')
    await storeMessages(database.db, [
      { id, accountId, contactId, fromId: 'ann', sid: '1', body: 'Hello', channel: 'web', ...facts },
    ])
  })
  const conversation = () => database.db.prisma.conversation.findUniqueOrThrow({ where: { id: contactId } })

  test('a typed reply is the next in the sequence, on the channel of the contact, and makes the person the owner', async () => {
    await database.db.prisma.conversation.update({
      where: { id: contactId },
      data: { needsPersonSince: new Date(), needsPersonReason: 'asked for' },
    })
    const first = await typeReply(database.db, accountId, contactId, { text: 'Hi', userId })
    const second = await typeReply(database.db, accountId, contactId, { text: 'Still there?', userId })
    expect([first.sequence, second.sequence]).toEqual([1, 2])
    expect(await database.db.prisma.message.findUnique({ where: { id: first.messageId } })).toMatchObject({
      direction: 'outgoing',
      sentBy: 'person',
      sentById: userId,
      channel: 'web',
      body: 'Hi',
    })
    expect(await conversation()).toMatchObject({
      owner: 'person',
      assigneeId: userId,
      needsPersonSince: null,
      needsPersonReason: null,
    })
  })

  test('an empty reply is refused, and changes nothing', async () => {
    await expect(typeReply(database.db, accountId, contactId, { text: ' ' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'text must not be empty',
    })
    expect(await conversation()).toMatchObject({ owner: 'bot', outSeq: 0 })
  })

  test('taking over and handing back change the owner', async () => {
    await takeOver(database.db, accountId, contactId, { userId })
    expect(await conversation()).toMatchObject({ owner: 'person', assigneeId: userId })
    await handBack(database.db, accountId, contactId)
    expect(await conversation()).toMatchObject({ owner: 'bot', assigneeId: null, handedBackAt: expect.any(Date) })
  })

  test('each switch is set by itself', async () => {
    const all = { conversationBot: true, contactBot: true, doNotDisturb: false }
    expect(await setBotSwitches(database.db, accountId, contactId, {})).toEqual(all)
    expect(await setBotSwitches(database.db, accountId, contactId, { doNotDisturb: true })).toEqual({
      ...all,
      doNotDisturb: true,
    })
    expect(await setBotSwitches(database.db, accountId, contactId, { conversationBot: false })).toEqual({
      conversationBot: false,
      contactBot: true,
      doNotDisturb: true,
    })
  })

  test('a conversation is shown with its state and its messages in order', async () => {
    await typeReply(database.db, accountId, contactId, { text: 'Hi' })
    expect(await showConversation(database.db, accountId, contactId)).toMatchObject({
      contactId: showId('contact', contactId),
      fromId: 'ann',
      owner: 'person',
      messages: [
        { from: 'contact', body: 'Hello' },
        { from: 'person', body: 'Hi' },
      ],
    })
  })

  test('of another account nothing can be seen, said or switched', async () => {
    const other = (await newAccount()).id
    const missing = { code: 'CONTACT_NOT_FOUND' }
    await expect(showConversation(database.db, other, contactId)).rejects.toMatchObject(missing)
    await expect(typeReply(database.db, other, contactId, { text: 'Hi' })).rejects.toMatchObject(missing)
    await expect(takeOver(database.db, other, contactId)).rejects.toMatchObject(missing)
    await expect(handBack(database.db, other, contactId)).rejects.toMatchObject(missing)
    await expect(setBotSwitches(database.db, other, contactId, { contactBot: false })).rejects.toMatchObject(missing)
    expect(await conversation()).toMatchObject({ owner: 'bot', outSeq: 0, handedBackAt: null })
  })
})
