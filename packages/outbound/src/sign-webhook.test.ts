import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, test } from 'vitest'
import { signWebhook } from './sign-webhook.ts'

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const otherSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const body = '{"body":"grüße 👋"}'
const nowS = () => Math.floor(Date.now() / 1_000)

test.each([
  ['standardwebhooks', StandardWebhook],
  ['svix', SvixWebhook],
])('the %s library verifies what we sign, with either secret, and nothing else', (_name, Webhook) => {
  const headers = signWebhook({ id: 'dlv_1', body, secrets: [secret, otherSecret], timestampS: nowS() })
  expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
  expect(() => new Webhook(otherSecret).verify(body, headers)).not.toThrow()
  expect(() => new Webhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA').verify(body, headers)).toThrow()
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow()
  expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'dlv_2' })).toThrow()
})

test('our signatures are those of the libraries', () => {
  const at = new Date(1_700_000_000_000)
  const ours = signWebhook({ id: 'dlv_1', body, secrets: [secret], timestampS: 1_700_000_000 })
  expect(ours['webhook-signature']).toBe(new StandardWebhook(secret).sign('dlv_1', at, body))
  expect(ours['webhook-signature']).toBe(new SvixWebhook(secret).sign('dlv_1', at, body))
})
