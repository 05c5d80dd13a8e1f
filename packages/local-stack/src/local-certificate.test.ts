import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ensureCertificate } from './local-certificate.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'certificate-'))
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(dir, { recursive: true })
})

async function serve(files: { certFile: string; keyFile: string }): Promise<number> {
  const server = createServer(
    { cert: await readFile(files.certFile), key: await readFile(files.keyFile) },
    (_, answer) => answer.end('hello'),
  ).listen(0)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return address.port
}

test.for(['localhost', '127.0.0.1', '[::1]'])('Node and curl accept the certificate for %s', async (name) => {
  const files = await ensureCertificate(dir)
  const url = `https://${name}:${await serve(files)}/`
  const [answer] = await once(get(url, { ca: await readFile(files.caFile), agent: false }), 'response')
  expect(answer.statusCode).toBe(200)
  answer.resume()
  const { stdout } = await promisify(execFile)('curl', ['-sS', '--noproxy', '*', '--cacert', files.caFile, url])
  expect(stdout).toBe('hello')
})

test('both certificates are made once', async () => {
  const files = await ensureCertificate(dir)
  const before = await Promise.all(Object.values(files).map((file) => readFile(file, 'utf8')))
  expect(await ensureCertificate(dir)).toEqual(files)
  expect(await Promise.all(Object.values(files).map((file) => readFile(file, 'utf8')))).toEqual(before)
})

test('keys are for their owner only', async () => {
  await ensureCertificate(dir)
  for (const key of ['ca-key.pem', 'server-key.pem']) expect((await stat(join(dir, key))).mode & 0o777).toBe(0o600)
})

test('near its end the server certificate is renewed by the same authority', async () => {
  const files = await ensureCertificate(dir)
  const [ca, before] = [await readFile(files.caFile, 'utf8'), await readFile(files.certFile, 'utf8')]
  vi.useFakeTimers({ now: Date.parse(new X509Certificate(before).validTo) - 1000, toFake: ['Date'] })
  await ensureCertificate(dir)
  expect(await readFile(files.caFile, 'utf8')).toBe(ca)
  const after = new X509Certificate(await readFile(files.certFile))
  expect(Date.parse(after.validTo)).toBeGreaterThan(Date.now())
  expect(after.verify(new X509Certificate(ca).publicKey)).toBe(true)
})

test('a lost authority or a damaged certificate is made anew, in one piece', async () => {
  const files = await ensureCertificate(dir)
  await rm(files.caFile)
  await ensureCertificate(dir)
  await writeFile(files.certFile, 'not a certificate')
  await ensureCertificate(dir)
  const issuer = new X509Certificate(await readFile(files.caFile))
  expect(new X509Certificate(await readFile(files.certFile)).verify(issuer.publicKey)).toBe(true)
})
