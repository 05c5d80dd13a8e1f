import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { freePort } from '@parley/local-stack/free-port'
import { ensureCertificate } from '@parley/local-stack/local-certificate'
import { onTestFinished } from 'vitest'

/** Settings of a gateway on a port of its own, with a certificate that this process trusts until it ends. */
export async function gatewayOverTls() {
  const dir = await mkdtemp(join(tmpdir(), 'parley-e2e-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const { caFile, certFile, keyFile } = await ensureCertificate(dir)
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), await readFile(caFile, 'utf8')])
  const port = await freePort()
  const env = { PORT: String(port), HOST: '127.0.0.1', TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }
  return { env, port, url: `https://localhost:${port}/v1` }
}
