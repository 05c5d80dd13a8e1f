import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { showId } from '@parley/contracts/ids'
import { createAgency, type TestAgency } from '@parley/testing/agency'
import { balanceOf, expectSoundLedger } from '@parley/testing/ledger'
import { useTestDatabase } from '@parley/testing/test-database'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readCsv } from '../csv.ts'
import { emptyFolder, parleyJson, runParley } from '../testing/run-parley.ts'

describe('parley credits', () => {
  const database = useTestDatabase()
  const env = { DATABASE_URL: database.url }
  let agency: TestAgency
  let ann: { id: string; email: string }
  let bob: { id: string; email: string }
  beforeEach(async () => {
    agency = await createAgency(database.db, 2)
    ;[ann, bob] = agency.subAccounts as [typeof ann, typeof bob]
  })
  afterEach(() => expectSoundLedger(database.db))
  const ofAgency = () => ['--agency', showId('account', agency.id)]
  const ofAnn = () => [...ofAgency(), '--account', showId('account', ann.id)]

  test('grant, revoke, adjust and history tell one story', async () => {
    const words = ['credits', 'grant', ...ofAgency(), '--email', ann.email, '--amount', '10', '--key', 'k']
    const granted = await parleyJson(words, env)
    expect(granted).toMatchObject({ status: 'granted', creditsAdded: '10', newBalance: '10' })
    expect(await parleyJson(words, env)).toEqual({ ...granted, status: 'duplicate' })
    const revoke = ['credits', 'revoke', ...ofAgency(), '--grant', granted.grantId, '--amount', '2.5']
    expect(await parleyJson(revoke, env)).toMatchObject({ creditsRevoked: '2.5', newBalance: '7.5' })
    const adjust = ['credits', 'adjust', '--account', showId('account', ann.id), '--amount=-0.5', '--description', '=1']
    expect(await parleyJson(adjust, env)).toMatchObject({ newBalance: '7' })

    const history = await parleyJson(['credits', 'history', ...ofAnn()], env)
    expect(history.map((entry: { kind: string; balance: string }) => [entry.kind, entry.balance])).toEqual([
      ['adjustment', '7'],
      ['revoke', '7.5'],
      ['grant', '10'],
    ])
    const csv = join(emptyFolder(), 'history.csv')
    expect(await parleyJson(['credits', 'history', ...ofAnn(), '--csv', csv], env)).toEqual({
      file: csv,
      transactions: 3,
    })
    expect(readCsv(readFileSync(csv, 'utf8'))).toMatchObject([
      { kind: 'adjustment', amount: '-0.5', actor: 'cli', description: "'=1" },
      { kind: 'revoke', grant: granted.grantId },
      { kind: 'grant', id: granted.grantId, key: 'k' },
    ])
  })

  test('import grants from a CSV file, says of each row what became of it, and can be run again', async () => {
    const file = join(emptyFolder(), 'grants.csv')
    writeFileSync(
      file,
      `email,description,amount\n${ann.email},"March, all",1.5\nnobody@example.com,,1\n${bob.email},,ten\n${bob.email},,2\n`,
    )
    const words = ['credits', 'import', ...ofAgency(), '--file', file, '--key', 'march']
    expect(await parleyJson([...words, '--dry-run'], env)).toMatchObject({ granted: 2, errors: 2, dryRun: true })
    expect(await balanceOf(database.db, ann.id)).toBe('0')

    expect(await parleyJson(words, env)).toMatchObject({ granted: 2, duplicates: 0, errors: 2 })
    expect(readCsv(readFileSync(`${file}.results.csv`, 'utf8'))).toMatchObject([
      { email: ann.email, description: 'March, all', status: 'granted', newBalance: '1.5' },
      { status: 'error', error: expect.stringMatching(/^SUBACCOUNT_NOT_FOUND/) },
      { status: 'error', error: expect.stringMatching(/^INVALID_AMOUNT/) },
      { email: bob.email, status: 'granted', creditsAdded: '2' },
    ])
    expect(await parleyJson(words, env)).toMatchObject({ granted: 0, duplicates: 2 })
    expect(await balanceOf(database.db, bob.id)).toBe('2')
  })

  test.each([
    ['no amounts', 'email\na@example.com\n', 'no column amount'],
    ['no rows', 'email,amount\n', 'no grants'],
  ])('import refuses a file with %s', async (_, text, message) => {
    const file = join(emptyFolder(), 'grants.csv')
    writeFileSync(file, text)
    const { code, stderr } = await runParley(['credits', 'import', ...ofAgency(), '--file', file], env)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(existsSync(`${file}.results.csv`)).toBe(false)
  })

  test('recharge sets the rule, and the list and the audit show it', async () => {
    const words = ['credits', 'recharge', ...ofAnn(), '--threshold', '5', '--amount', '50']
    expect(await parleyJson(words, env)).toMatchObject({ threshold: '5', amount: '50', enabled: true })
    const list = await parleyJson(['subaccount', 'list', ...ofAgency()], env)
    expect(list.find(({ email }: { email: string }) => email === ann.email)).toMatchObject({ recharge: '50 below 5' })

    expect(await parleyJson(['subaccount', 'disable', ...ofAnn()], env)).toMatchObject({ disabled: true })
    expect(await parleyJson(['subaccount', 'enable', ...ofAnn()], env)).toMatchObject({ disabled: false })
    const audit = await parleyJson(['account', 'audit', '--account', showId('account', ann.id)], env)
    expect(audit.map(({ action }: { action: string }) => action)).toEqual([
      'account.set',
      'account.set',
      'recharge.set',
    ])
  })
})
