import { showId } from '@parley/contracts/ids'
import { type ConsoleApi, sessionApi } from '@parley/contracts/session/api'
import { isAccountScoped, type SessionEndpoint } from '@parley/contracts/session/endpoint'
import { createAccount } from '@parley/data/accounts/create-account'
import { useTestDatabase } from '@parley/testing/test-database'
import { beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../testing/add-member.ts'
import { useConsole, type Visitor } from '../../testing/use-console.ts'

const database = useTestDatabase()
const server = useConsole(database)
const calls = Object.entries(sessionApi) as [keyof ConsoleApi, SessionEndpoint][]

const people = ['nobody', 'stranger', 'viewer', 'agent', 'owner', 'operator'] as const
type Person = (typeof people)[number]

const mine = { viewer: ['viewer'], agent: ['viewer', 'agent'], owner: ['viewer', 'agent', 'owner'] } as const

/** What the declaration of a call promises to each person. */
function verdict(person: Person, { access }: SessionEndpoint): 401 | 403 | 404 | 'admitted' {
  if (access === 'anyone') return 'admitted'
  if (person === 'nobody') return 401
  if (access === 'signed-in') return 'admitted'
  if (access === 'operator') return person === 'operator' ? 'admitted' : 403
  if (person === 'stranger' || person === 'operator') return 404
  return (mine[person] as readonly string[]).includes(access) ? 'admitted' : 403
}

describe('every call of the console, by everybody', () => {
  const visitors = new Map<Person, Visitor>()
  let account: string

  beforeAll(async () => {
    const { db } = database
    const { id } = await createAccount(db, { kind: 'agency', email: 'agency@example.com', actor: 'cli' })
    const other = await createAccount(db, { kind: 'agency', email: 'other@example.com', actor: 'cli' })
    account = showId('account', id)
    for (const role of ['viewer', 'agent', 'owner'] as const) {
      visitors.set(role, await server.logIn((await addMember(db, id, role)).email))
    }
    visitors.set('stranger', await server.logIn((await addMember(db, other.id, 'owner')).email))
    visitors.set('operator', await server.logIn((await addMember(db, other.id, 'viewer', true)).email))
    visitors.set('nobody', server.visit())
  })

  const cases = people.flatMap((person) =>
    calls.map(([key, call]) => ({ person, key, expected: verdict(person, call) })),
  )

  test.each(cases.filter(({ expected }) => expected !== 'admitted'))(
    '$person is refused $key with $expected',
    async ({ person, key, expected }) => {
      const answer = await visitors.get(person)?.(key, { account })
      expect(answer?.status).toBe(expected)
      if (expected === 404) expect(answer?.text).toContain('ACCOUNT_NOT_FOUND')
    },
  )

  /** The stream of changes never ends, so it has tests of its own. */
  const admitted = cases.filter(({ expected, key }) => expected === 'admitted' && key !== 'GET /live')
  test.each(admitted)('$person is admitted to $key', async ({ person, key }) => {
    const answer = await visitors.get(person)?.(key, { account, body: {} })
    expect([401, 403]).not.toContain(answer?.status)
    expect(answer?.text).not.toContain('ACCOUNT_NOT_FOUND')
    expect(answer?.status).toBeLessThan(500)
  })

  test('no change is made without the token that the page was given', async () => {
    const owner = visitors.get('owner')
    const changes = calls.filter(([key, { access }]) => !key.startsWith('GET ') && isAccountScoped(access))
    for (const [key] of changes) {
      const answer = await owner?.(key, { account, body: {}, csrfToken: 'forged' })
      expect(answer?.status, key).toBe(403)
    }
  })
})
