import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { ensureCertificate } from '@parley/local-stack/local-certificate'
import { createLog } from '@parley/service/log'
import { until } from '@parley/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { openCertificate } from './certificate.ts'
import { createTlsOrPlainServer } from './tls-or-plain.ts'

const makeFiles = async () => {
  const dir = await mkdtemp(join(tmpdir(), 'certificate-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return ensureCertificate(dir)
}
const serialOf = async (file: string) => new X509Certificate(await readFile(file)).serialNumber

test('a renewed certificate is served without a restart, and a broken one is not', async () => {
  const files = await makeFiles()
  const renewed = await makeFiles()
  const certificate = await openCertificate(files, createLog('gateway', 'silent'), 20)
  const server = createTlsOrPlainServer((_request, response) => response.end(), certificate).listen(0, '127.0.0.1')
  onTestFinished(() => {
    certificate.close()
    server.close()
  })
  await once(server, 'listening')
  const served = async () => {
    const socket = connect({
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
    })
    await once(socket, 'secureConnect')
    const { serialNumber } = socket.getPeerCertificate()
    socket.destroy()
    return serialNumber
  }
  expect(await served()).toBe(await serialOf(files.certFile))

  // The key comes a moment after the certificate: in between the two do not belong together.
  await cp(renewed.certFile, files.certFile)
  await cp(renewed.keyFile, files.keyFile)
  const next = await serialOf(renewed.certFile)
  await until(async () => (await served()) === next)

  await writeFile(files.certFile, 'not a certificate')
  const before = certificate.current
  await expect(openCertificate(files, createLog('gateway', 'silent'))).rejects.toThrow()
  expect([await served(), certificate.current]).toEqual([next, before])
})
