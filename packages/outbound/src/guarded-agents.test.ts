import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type LookupFunction, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { download } from './download.ts'
import { type Outbound, openOutbound } from './open-outbound.ts'
import { OutboundConfig } from './outbound-config.ts'
import { postWebhook } from './post-webhook.ts'

/** Each stands for a range that is not public, or leads back into one. */
const privateV4 = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200', // metadata of Alibaba
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16', // Azure's host
  '169.254.169.254', // metadata of most clouds
  '172.16.0.1',
  '172.31.255.254',
  '192.0.0.192', // metadata of Oracle
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
]
const privateV6 = [
  '::',
  '::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254', // metadata of Amazon
  'fe80::1',
  'fec0::1',
  'ff02::1',
]
const bytesOf = (address: string) => address.split('.').map(Number)
const hex = (bytes: number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
const groups = (address: string) => `${hex(bytesOf(address).slice(0, 2))}:${hex(bytesOf(address).slice(2))}`

/** Ways to write an IPv4 address, or to hide it in an IPv6 one. */
const disguises: ((address: string) => string)[] = [
  (address) => address,
  (address) => `${address}.`,
  (address) => String(Number.parseInt(hex(bytesOf(address)), 16)),
  (address) => `0x${hex(bytesOf(address))}`,
  (address) =>
    bytesOf(address)
      .map((byte) => `0${byte.toString(8)}`)
      .join('.'),
  (address) =>
    bytesOf(address)
      .map((byte) => `0x${byte.toString(16)}`)
      .join('.'),
  (address) => `${bytesOf(address)[0]}.${Number.parseInt(hex(bytesOf(address).slice(1)), 16)}`,
  (address) => address.replaceAll('.', '。'),
  (address) => address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (address) => encodeURIComponent(address).replaceAll('.', '%2e'),
  (address) => `[::ffff:${address}]`,
  (address) => `[::ffff:${groups(address)}]`,
  (address) => `[::${address}]`,
  (address) => `[64:ff9b::${address}]`,
  (address) => `[64:ff9b:1::${address}]`,
  (address) => `[2002:${groups(address)}::1]`,
]
const hostileHosts = [
  ...privateV4.flatMap((address) => disguises.map((hide) => hide(address))),
  ...privateV6.map((address) => `[${address}]`),
]

describe('what must not be reached', () => {
  let victim: Server
  let port: number
  let connections = 0
  beforeAll(async () => {
    victim = createServer((socket) => {
      connections += 1
      socket.destroy()
    }).listen(0, '::')
    await once(victim, 'listening')
    port = (victim.address() as AddressInfo).port
  })
  afterAll(() => void victim.close())

  /** Only the address stands in the way. */
  const open = (lookup?: LookupFunction) =>
    openOutbound(
      OutboundConfig.parse({ OUTBOUND_HTTP: 'true', OUTBOUND_PORTS: `${port},443` }),
      lookup ? { lookup } : {},
    )
  const post = (url: string, lookup?: LookupFunction) =>
    postWebhook(open(lookup), { url, id: 'dlv_1', body: '{}', secrets: [] })

  test(`${hostileHosts.length} addresses that are not public, in every disguise, are refused before a connection`, async () => {
    expect(hostileHosts.length).toBeGreaterThan(300)
    for (const host of hostileHosts) {
      const { error } = await post(`http://${host}:${port}/`)
      expect(`${host}: ${error}`).toMatch(/not allowed: it is not public$/)
    }
    expect(connections).toBe(0)
  })

  const names = ['localhost', 'LOCALHOST.', 'victim.localhost']
  test.each(names)('the name %s, which leads to this machine, is refused', async (name) => {
    const lookup: LookupFunction = (_name, _options, done) =>
      done(null, [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ])
    expect((await post(`http://${name}:${port}/`, lookup)).error).toMatch(/not public$/)
    expect(connections).toBe(0)
  })

  test.each([...privateV4, ...privateV6])('a name that DNS leads to %s is refused', async (address) => {
    const family = address.includes(':') ? 6 : 4
    const lookup: LookupFunction = (_name, _options, done) => done(null, [{ address, family }])
    expect((await post(`http://innocent.example:${port}/`, lookup)).error).toMatch(/not public$/)
    expect(connections).toBe(0)
  })

  /** 127.0.0.1 is allowed and plays the public address; all else stays private. */
  async function usePublic(): Promise<{ open(lookup: LookupFunction): Outbound; port: number }> {
    const server = createHttpServer((_request, response) => response.setHeader('connection', 'close').end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const config = OutboundConfig.parse({ OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_HTTP: 'true' })
    return { open: (lookup) => openOutbound(config, { lookup }), port: (server.address() as AddressInfo).port }
  }

  test('a name that DNS leads to a public address first and to a private one second never reaches the second', async () => {
    const answers = ['127.0.0.1', '127.0.0.2']
    const there = await usePublic()
    const outbound = there.open((_name, _options, done) => done(null, [{ address: answers.shift() ?? '', family: 4 }]))
    const event = { url: `http://rebind.example:${there.port}/`, id: 'dlv_1', body: '{}', secrets: [] }
    expect(await postWebhook(outbound, event)).toMatchObject({ ok: true, address: '127.0.0.1' })
    expect((await postWebhook(outbound, event)).error).toMatch(/127\.0\.0\.2 is not allowed/)
  })

  test('of a name with public and private addresses only the public ones are tried', async () => {
    const there = await usePublic()
    const addresses = ['127.0.0.2', '::1', '127.0.0.1', '10.0.0.1']
    const outbound = there.open((_name, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    )
    const event = { url: `http://mixed.example:${there.port}/`, id: 'dlv_1', body: '{}', secrets: [] }
    expect(await postWebhook(outbound, event)).toMatchObject({ ok: true, address: '127.0.0.1' })
  })

  test('a redirect inward is not followed, and where redirects are followed it is refused', async () => {
    const door = createHttpServer((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.2:${port}/` }).end(),
    ).listen(0, '127.0.0.1')
    await once(door, 'listening')
    const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/`
    const outbound = openOutbound(
      OutboundConfig.parse({ OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_HTTP: 'true', OUTBOUND_PORTS: String(port) }),
    )
    const { statusCode, error } = await postWebhook(outbound, { url, id: 'dlv_1', body: '{}', secrets: [] })
    expect([statusCode, error]).toEqual([302, expect.stringContaining('a redirect, which is not followed')])
    await expect(download(outbound, url, { maxBytes: 1_000, timeoutMs: 5_000 })).rejects.toThrow(
      /127\.0\.0\.2 is not allowed/,
    )
    expect(connections).toBe(0)
    door.closeAllConnections()
    door.close()
  })

  test.each(['ftp', 'file', 'gopher', 'ws', 'data', 'javascript'])(
    'a URL that begins with %s: is refused',
    async (scheme) => {
      expect((await post(`${scheme}://198.41.0.4/`)).error).toBe('Only http and https URLs are allowed')
    },
  )

  test.each(['http://user@198.41.0.4/', 'http://user:secret@198.41.0.4/', 'http://:secret@198.41.0.4/'])(
    '%s is refused for what stands before the @',
    async (url) => {
      expect((await post(url)).error).toMatch(/user name or password/)
    },
  )

  test.each([22, 25, 3306, 5432, 6379, 11211])('port %i is refused unless it is listed', async (closed) => {
    expect((await post(`http://198.41.0.4:${closed}/`)).error).toBe(`The port ${closed} is not allowed`)
  })

  test('plain http is refused unless it is allowed', async () => {
    const strict = openOutbound(OutboundConfig.parse({}))
    const { error } = await postWebhook(strict, { url: 'http://198.41.0.4/', id: 'dlv_1', body: '{}', secrets: [] })
    expect(error).toBe('Plain http is not allowed: use an https URL')
  })
})

describe('what is allowed by name or range', () => {
  test.each([
    ['127.0.0.0/8', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1'],
    ['hooks.internal', 'hooks.internal'],
    ['10.0.0.0/8, Hooks.Internal', 'HOOKS.internal.'],
  ])('OUTBOUND_ALLOW=%s lets requests reach %s, at any port and over plain http', async (allow, host) => {
    const server = createHttpServer((_request, response) => response.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const lookup: LookupFunction = (_name, { all }, done) =>
      all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
    const outbound = openOutbound(OutboundConfig.parse({ OUTBOUND_ALLOW: allow }), { lookup })
    const url = `http://${host}:${(server.address() as AddressInfo).port}/`
    expect(await postWebhook(outbound, { url, id: 'dlv_1', body: '{}', secrets: [] })).toMatchObject({ ok: true })
    outbound.close()
    server.close()
  })

  test.each(['10.0.0.0/33', 'http://x', '::1/129', '1.2.3.4/x', 'a b/c'])('OUTBOUND_ALLOW=%s is refused', (allow) => {
    expect(OutboundConfig.safeParse({ OUTBOUND_ALLOW: allow }).success).toBe(false)
  })

  test.each(['', '0', '70000', 'http'])('OUTBOUND_PORTS=%s is refused', (ports) => {
    expect(OutboundConfig.safeParse({ OUTBOUND_PORTS: ports }).success).toBe(false)
  })
})
