import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@parley/local-stack/free-port'
import { useTestDatabase } from '@parley/testing/test-database'
import { describe, expect, test } from 'vitest'
import { catalog } from './catalog.ts'
import { listFlags } from './flags.ts'
import { emptyFolder, runParley, startParley } from './testing/run-parley.ts'

const nobody = `acc_${'0'.repeat(32)}`
const oneLine = (text: string) => expect.stringMatching(new RegExp(`^parley: .*${text}.*\n$`))

describe('a mistake is one line and exit code 2', () => {
  const database = useTestDatabase()
  const env = { DATABASE_URL: database.url, SECRETS_KEY: randomBytes(32).toString('base64') }

  test.each([
    ['an unknown noun', ['foo'], 'there is no "foo"'],
    ['a noun alone', ['account'], 'account needs a verb; there is account create'],
    ['an unknown verb', ['account', 'eat'], 'there is no "account eat"'],
    ['an unknown flag', ['key', 'generate', '--acount', nobody], 'does not take --acount'],
    ['a word too many', ['migrate', 'now'], 'migrate does not take "now"'],
    ['missing flags, all at once', ['account', 'create'], '--email must be given; --kind must be given'],
    ['a missing argument', ['message', 'show'], 'ID must be given'],
    ['a flag without its value', ['list', 'create', '--name', '--account', nobody], '--name needs a value'],
    ['a switch with a value', ['campaign', 'create', '--default=yes'], '--default takes no value'],
    ['a flag given twice', ['list', 'create', '--name', 'a', '--name', 'b'], '--name is one too many'],
    ['a choice that there is not', ['account', 'create', '--email', 'a@b.co', '--kind', 'x'], 'standard, agency'],
    ['a malformed address', ['account', 'create', '--email', 'ann', '--kind', 'agency'], '--email must be an e-mail'],
    ['an id of another kind', ['message', 'show', nobody], 'ID must be the id of a message'],
    [
      'a fraction',
      ['account', 'set', '--account', nobody, '--rate-limit', '1.5'],
      '--rate-limit must be a whole number',
    ],
    ['nothing to set', ['account', 'set', '--account', nobody], 'give --rate-limit, --bot or both'],
    ['a missing file', ['campaign', 'create', '--account', nobody, '--name', 'a', '--knowledge', 'no.json'], 'no.json'],
    ['an unknown account', ['key', 'generate', '--account', nobody], 'There is no such account'],
    ['an unknown message', ['message', 'show', `msg_${'0'.repeat(32)}`], 'There is no such message'],
    ['an unknown queue', ['queue', 'retry', '--queue', 'x'], '--queue must be one of ingest'],
    ['a URL that is none', ['webhook', 'set', '--account', nobody, '--url', 'example'], 'url must be a full http'],
  ])('%s', async (_, words, text) => {
    expect(await runParley(words, env)).toEqual({ code: 2, stdout: '', stderr: oneLine(text) })
  })

  test.each([
    ['[', 'is not JSON'],
    ['{}', 'must be a list'],
    ['[{"question": "When?"}]', '0.answer is required'],
    ['[{"question": "When?", "answer": " "}]', '0.answer must not be empty'],
  ])('a knowledge file that holds %s', async (content, text) => {
    const file = join(emptyFolder(), 'knowledge.json')
    writeFileSync(file, content)
    const words = ['campaign', 'create', '--account', nobody, '--name', 'a', '--knowledge', file]
    expect(await runParley(words, env)).toEqual({ code: 2, stdout: '', stderr: oneLine(text) })
  })
})

describe('help', () => {
  test('parley alone lists every verb, as parley --help does', async () => {
    const { code, stdout } = await runParley([])
    expect(code).toBe(0)
    for (const { name, summary } of catalog) expect(stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'))
    expect(await runParley(['--help'])).toEqual({ code, stdout, stderr: '' })
  })

  test('a noun lists its own verbs', async () => {
    const { stdout } = await runParley(['queue', '--help'])
    expect(stdout).toContain('queue list')
    expect(stdout).toContain('queue retry')
    expect(stdout).not.toContain('account create')
  })

  test('a verb shows its flags, and needs no database for it', async () => {
    const { code, stdout } = await runParley(['account', 'set', '--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Usage: .* account set --account ID \[--rate-limit N\] \[--bot on\|off\] \[--json\]$/m)
    expect(stdout).toMatch(/^ {2}--rate-limit N +Requests a minute$/m)
  })

  test.each(catalog.map((verb) => [verb.name, verb] as const))('%s says what each of its flags is', (_, verb) => {
    for (const flag of listFlags(verb.flags)) {
      expect(flag.description).toMatch(/^[A-Z]/)
      expect(flag.value).not.toBe('undefined')
    }
  })
})

describe('where parley finds the stores', () => {
  const database = useTestDatabase()
  const create = ['account', 'create', '--kind', 'standard', '--email']
  const homeOf = (folder: string, files: Record<string, string>) => {
    mkdirSync(join(folder, '.parley'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, '.parley', name), text)
    return folder
  }

  test('in what npm start left behind, the secrets key too', async () => {
    const folder = homeOf(emptyFolder(), {
      'quickstart.json': JSON.stringify({ databaseUrl: database.url, redisUrl: null }),
      'secrets.key': `${randomBytes(32).toString('base64')}\n`,
    })
    const { stdout } = await runParley([...create, 'home@example.com', '--json'], {}, folder)
    const words = ['webhook', 'set', '--account', JSON.parse(stdout).id, '--url', 'https://example.com/a']
    expect((await startParley(words, {}, folder)).code).toBe(0)
  })

  test('in .env, which the environment overrules', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, '.env'), `DATABASE_URL=${database.url}\n`)
    expect((await runParley([...create, 'dotenv@example.com'], {}, folder)).code).toBe(0)
    const overruled = await startParley([...create, 'x@example.com'], { DATABASE_URL: 'mysql://x' }, folder)
    expect(overruled).toEqual({ code: 2, stdout: '', stderr: oneLine('DATABASE_URL must be a URL') })
  })

  test('nowhere: it says how to name them', async () => {
    const outcome = await runParley([...create, 'x@example.com'])
    expect(outcome).toEqual({ code: 2, stdout: '', stderr: oneLine('set DATABASE_URL, or run npm start') })
  })

  test('a quickstart file that cannot be read is named', async () => {
    const folder = homeOf(emptyFolder(), { 'quickstart.json': '{' })
    const outcome = await runParley([...create, 'x@example.com'], {}, folder)
    expect(outcome).toEqual({ code: 2, stdout: '', stderr: oneLine('quickstart.json cannot be read') })
  })

  test('no secrets key: it is asked for', async () => {
    const words = ['webhook', 'set', '--account', nobody, '--url', 'https://example.com/a']
    const outcome = await runParley(words, { DATABASE_URL: database.url })
    expect(outcome).toEqual({ code: 2, stdout: '', stderr: oneLine('set SECRETS_KEY') })
  })

  test('a secrets key that is none is not repeated', async () => {
    const outcome = await runParley(['queue', 'list'], { DATABASE_URL: database.url, SECRETS_KEY: 'geheim' })
    expect(outcome).toEqual({ code: 2, stdout: '', stderr: 'parley: SECRETS_KEY must be 32 bytes in base64\n' })
  })

  test.each([
    ['account', [...create, 'x@example.com']],
    ['queue', ['queue', 'list']],
    ['migrate', ['migrate']],
  ])('%s on a database that does not answer is one line and exit code 1, without the password', async (_, words) => {
    const env = { DATABASE_URL: `postgres://ann:geheim@127.0.0.1:${await freePort()}/parley` }
    const outcome = await runParley(words, env)
    expect(outcome).toEqual({ code: 1, stdout: '', stderr: oneLine('ECONNREFUSED') })
    expect(outcome.stderr).not.toContain('geheim')
  })

  test('a database that does not exist is one line and exit code 1', async () => {
    const env = { DATABASE_URL: `${database.url}_gone` }
    const outcome = await startParley(['queue', 'list'], env, emptyFolder())
    expect(outcome).toEqual({ code: 1, stdout: '', stderr: oneLine('does not exist') })
  })
})
