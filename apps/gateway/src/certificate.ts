import { unwatchFile, watchFile } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Log } from '@parley/service/log'

export type Pems = { cert: string; key: string }
export type Certificate = { current: Pems; onChange(use: (next: Pems) => void): void; close(): void }

/**
 * Reads certificate and key, and again whenever one of the files changes: a renewal needs no restart. It looks at
 * the files themselves, because orchestrators swap them by links that a watch on the file would not notice.
 */
export async function openCertificate(
  files: { certFile: string; keyFile: string },
  log: Log,
  lookEveryMs = 5_000,
): Promise<Certificate> {
  const { certFile, keyFile } = files
  const read = async (): Promise<Pems> => {
    const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
    createSecureContext({ cert, key }) // throws when they do not belong together
    return { cert, key }
  }
  let use: (next: Pems) => void = () => {}
  const certificate: Certificate = {
    current: await read(),
    onChange: (next) => {
      use = next
    },
    close: () => [certFile, keyFile].forEach((file) => void unwatchFile(file, reread)),
  }
  const reread = () =>
    void read().then(
      (next) => {
        certificate.current = next
        use(next)
        log.info({ certFile }, 'serving the renewed certificate')
      },
      (error: Error) => log.error({ err: error, certFile, keyFile }, 'the certificate cannot be read: serving the old'),
    )
  for (const file of [certFile, keyFile]) watchFile(file, { interval: lookEveryMs, persistent: false }, reread)
  return certificate
}
