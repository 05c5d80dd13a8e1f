import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@parley/local-stack/free-port'
import { until } from '@parley/testing/until'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openOutbound } from './open-outbound.ts'
import { OutboundConfig } from './outbound-config.ts'
import { postWebhook } from './post-webhook.ts'
import { signWebhook } from './sign-webhook.ts'

let page: string
beforeAll(async () => {
  page = await readFile(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
})
const block = (language: string) => page.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? ''

test('the test vectors of docs/webhooks.md are what we and both libraries sign', () => {
  const vectors: { secret: string; id: string; timestamp: number; body: string; signature: string }[] = JSON.parse(
    block('json'),
  )
  expect(vectors.length).toBeGreaterThanOrEqual(3)
  for (const { secret, id, timestamp, body, signature } of vectors) {
    expect(signWebhook({ id, body, secrets: [secret], timestampS: timestamp })['webhook-signature']).toBe(signature)
    const at = new Date(timestamp * 1_000)
    expect(new StandardWebhook(secret).sign(id, at, body)).toBe(signature)
    expect(new SvixWebhook(secret).sign(id, at, body)).toBe(signature)
  }
})

describe('the receiver of docs/webhooks.md', () => {
  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
  const otherSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

  test('has 15 lines', () => {
    expect(block('js').trimEnd().split('\n')).toHaveLength(15)
  })

  test('runs as printed: takes what is signed, with either secret during a rotation, and refuses the rest', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-docs-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'receiver.mjs'), block('js'))
    const port = await freePort()
    const child = spawn(process.execPath, ['receiver.mjs'], {
      cwd: folder,
      env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    })
    onTestFinished(() => void child.kill())
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })

    const outbound = openOutbound(OutboundConfig.parse({ OUTBOUND_ALLOW: 'localhost' }))
    const event = { url: `http://localhost:${port}/`, id: 'dlv_1', body: '{"body":"Grüße"}' }
    const post = async (secrets: string[]) => (await postWebhook(outbound, { ...event, secrets })).statusCode
    await until(async () => (await post([])) === 401)
    expect(await post([secret])).toBe(204)
    expect(await post([otherSecret, secret])).toBe(204)
    expect(await post([otherSecret])).toBe(401)
    const old = signWebhook({ ...event, secrets: [secret], timestampS: Math.floor(Date.now() / 1_000) - 400 })
    const stale = await outbound.client.post(event.url, { body: event.body, headers: old })
    expect(stale.statusCode).toBe(401)
    await until(() => output === 'dlv_1 Grüße\ndlv_1 Grüße\n')
  })
})
