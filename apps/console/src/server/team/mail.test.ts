import { showId } from '@parley/contracts/ids'
import { createAgency } from '@parley/testing/agency'
import { useTestDatabase } from '@parley/testing/test-database'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addMember } from '../../../testing/add-member.ts'
import { useMailServer } from '../../../testing/mail-server.ts'
import { useConsole, type Visitor } from '../../../testing/use-console.ts'

const database = useTestDatabase()
const mailServer = useMailServer()
const server = useConsole(database, () => ({ smtpUrl: mailServer.url }))
let account: string
let owner: Visitor
let teammate: { email: string; userId: string }

beforeAll(async () => {
  const { id } = await createAgency(database.db)
  account = showId('account', id)
  owner = await server.logIn((await addMember(database.db, id, 'owner')).email)
  teammate = await addMember(database.db, id, 'agent')
})
beforeEach(() => {
  mailServer.letters.length = 0
})

const inviteGrace = () => owner('POST /invitations', { account, body: { email: 'grace@example.com', role: 'agent' } })

test('an invitation is mailed from the set sender, with a link that opens', async () => {
  const answer = (await inviteGrace()).json()
  expect(answer).toMatchObject({ mailed: true })
  const [letter] = mailServer.letters
  expect(letter).toMatchObject({ from: 'parley@example.com', to: ['grace@example.com'] })
  expect(letter?.text).toContain('Subject: owner invites you to Parley')
  expect(letter?.text).toContain('From: Parley <parley@example.com>')
  expect(letter?.links).toEqual([answer.link])
  const token = String(answer.link).split('/').at(-1) ?? ''
  const opened = await server.visit()('GET /invitation/:token', { params: { token } })
  expect(opened.json()).toMatchObject({ email: 'grace@example.com', role: 'agent' })
})

test('a link for a new password is mailed to the person it is for', async () => {
  const params = { user: showId('user', teammate.userId) }
  const answer = (await owner('POST /team/:user/reset-link', { account, params })).json()
  expect(answer).toMatchObject({ mailed: true })
  expect(mailServer.letters).toMatchObject([{ to: [teammate.email], links: [answer.link] }])
})

test('when the mail server refuses, the link is still there to be passed on', async () => {
  mailServer.refuses = true
  const answer = (await inviteGrace()).json()
  expect(answer).toMatchObject({ mailed: false, link: expect.stringContaining('/join/') })
  expect(mailServer.letters).toEqual([])
})
