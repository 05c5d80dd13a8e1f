import 'reflect-metadata'
import { createPrivateKey, webcrypto } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo, LookupFunction } from 'node:net'
import { createServer } from 'node:net'
import tls from 'node:tls'
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { openOutbound } from './open-outbound.ts'
import { OutboundConfig } from './outbound-config.ts'
import { postWebhook } from './post-webhook.ts'
import { type ReceiverOptions, startReceiver } from './receiver.ts'

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const event = { id: 'dlv_1', body: '{"a":1}', secrets: [secret] }

const open = (lookup?: LookupFunction) => {
  const outbound = openOutbound(OutboundConfig.parse({ OUTBOUND_ALLOW: '127.0.0.0/8' }), lookup ? { lookup } : {})
  onTestFinished(outbound.close)
  return outbound
}

async function postTo(options: ReceiverOptions) {
  const receiver = await startReceiver(options)
  onTestFinished(receiver.close)
  return { result: await postWebhook(open(), { ...event, url: receiver.url }), receiver }
}

describe('an answer', () => {
  test('of 2xx is success, and the request was signed', async () => {
    const { result, receiver } = await postTo({ script: '204', secrets: [secret] })
    expect(result).toMatchObject({ ok: true, error: null, statusCode: 204, address: '127.0.0.1' })
    expect(receiver.received).toMatchObject([{ id: 'dlv_1', raw: '{"a":1}', signature: 'valid' }])
  })

  test.each([400, 404, 410, 429, 500, 503])('of %i is a failure that names it', async (status) => {
    const { result } = await postTo({ script: String(status) })
    expect(result).toMatchObject({ ok: false, error: `Answered ${status}`, statusCode: status })
  })

  test('of a redirect is a failure, and nothing is asked of where it leads', async () => {
    const target = await startReceiver()
    onTestFinished(target.close)
    const { result } = await postTo({ script: `redirect:${target.url}` })
    expect(result).toMatchObject({ ok: false, statusCode: 302, headers: { location: target.url } })
    expect(result.error).toMatch(/redirect, which is not followed/)
    expect(target.received).toEqual([])
  })

  test('that never ends is read to 64 KiB, and its beginning kept', async () => {
    const { result } = await postTo({ script: 'huge' })
    expect(result).toMatchObject({ ok: true, statusCode: 200, responseBody: 'x'.repeat(2_048) })
  })

  test('with Retry-After tells how long to wait', async () => {
    const { result } = await postTo({ script: '503:120' })
    expect(result).toMatchObject({ retryAfterMs: 120_000, headers: { 'retry-after': '120' } })
  })
})

describe('what cannot be reached is told in words to act on', () => {
  test('a closed connection', async () => {
    const { result } = await postTo({ script: 'reset' })
    expect(result).toMatchObject({
      ok: false,
      statusCode: null,
      error: expect.stringContaining('connection was closed'),
    })
  })

  test('a port where nothing listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const { error } = await postWebhook(open(), { ...event, url: `http://127.0.0.1:${port}/` })
    expect(error).toBe(`Connection refused by 127.0.0.1 port ${port}: nothing listens there`)
  })

  test('a name that DNS does not know', async () => {
    const lookup: LookupFunction = (name, _options, done) =>
      done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), '')
    const { error } = await postWebhook(open(lookup), { ...event, url: 'https://nowhere.example/' })
    expect(error).toMatch(/^DNS knows no such host/)
  })

  test('a server that does not speak HTTP', async () => {
    const server = createServer((socket) => socket.end('220 mail.example ESMTP\r\n')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    expect((await postWebhook(open(), { ...event, url: `http://127.0.0.1:${port}/` })).error).toBe(
      'The answer is not HTTP',
    )
    expect((await postWebhook(open(), { ...event, url: `https://127.0.0.1:${port}/` })).error).toMatch(/TLS/)
  })

  test('text that is no URL', async () => {
    expect((await postWebhook(open(), { ...event, url: 'nonsense' })).error).toMatch(/Invalid URL/)
  })
})

describe('certificates', () => {
  const before = tls.getCACertificates('default')
  afterEach(() => tls.setDefaultCACertificates(before))

  async function certificate(notAfter: Date, name: string) {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
    const made = await X509CertificateGenerator.createSelfSigned({
      name: 'CN=test',
      keys,
      signingAlgorithm: algorithm,
      notBefore: new Date(notAfter.getTime() - 86_400_000),
      notAfter,
      extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
    })
    const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'pem', type: 'pkcs8' })
    return { cert: made.toString('pem'), key: key.toString() }
  }
  const tomorrow = new Date(Date.now() + 40_000_000)

  async function postOver(pair: { cert: string; key: string }, trusted: boolean) {
    if (trusted) tls.setDefaultCACertificates([...before, pair.cert])
    const receiver = await startReceiver({ tls: pair })
    onTestFinished(receiver.close)
    const local: LookupFunction = (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
    const url = receiver.url.replace('127.0.0.1', 'hooks.example')
    return postWebhook(open(local), { ...event, url })
  }

  test('one that is valid for the name is accepted', async () => {
    expect(await postOver(await certificate(tomorrow, 'hooks.example'), true)).toMatchObject({ ok: true })
  })
  test('one that has expired is refused, and that is said', async () => {
    const yesterday = new Date(Date.now() - 40_000_000)
    const { error } = await postOver(await certificate(yesterday, 'hooks.example'), true)
    expect(error).toBe('The certificate has expired: renew it')
  })
  test('one for another name is refused, and that is said', async () => {
    const { error } = await postOver(await certificate(tomorrow, 'other.example'), true)
    expect(error).toBe('The certificate is for another host name')
  })
  test('one that nobody vouches for is refused, and that is said', async () => {
    const { error } = await postOver(await certificate(tomorrow, 'hooks.example'), false)
    expect(error).toMatch(/^The certificate is self-signed/)
  })
})
