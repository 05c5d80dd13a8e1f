import 'reflect-metadata'
import { createPrivateKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { writeWhole } from './write-whole.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const dayMs = 24 * 60 * 60 * 1000
const authorityDays = 3650
// Browsers refuse leaves that live longer.
const serverDays = 397
const renewDays = 30

type Pair = { certificate: string; key: string }

/**
 * A certificate for this machine's own names, signed by a local authority. Who trusts the authority once need not
 * do so again: only the server's certificate is renewed until the authority itself comes to its end.
 */
export async function ensureCertificate(dir: string): Promise<{ caFile: string; certFile: string; keyFile: string }> {
  const caFile = join(dir, 'ca.pem')
  const caKeyFile = join(dir, 'ca-key.pem')
  const certFile = join(dir, 'server.pem')
  const keyFile = join(dir, 'server-key.pem')
  await mkdir(dir, { recursive: true })

  let authority = await readPair(caFile, caKeyFile)
  if (!authority) {
    authority = await makeAuthority()
    await writeWhole(caKeyFile, authority.key, 0o600)
    await writeWhole(caFile, authority.certificate, 0o644)
  }
  const server = await readPair(certFile, keyFile)
  if (!server || !isSignedBy(server, authority)) {
    const made = await makeServerCertificate(authority)
    await writeWhole(keyFile, made.key, 0o600)
    await writeWhole(certFile, made.certificate, 0o644)
  }
  return { caFile, certFile, keyFile }
}

/** Null as well when the two do not belong together or the certificate is near its end: make new ones then. */
async function readPair(certFile: string, keyFile: string): Promise<Pair | null> {
  try {
    const [certificate, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
    const parsed = new X509Certificate(certificate)
    const lasts = Date.parse(parsed.validTo) - Date.now() > renewDays * dayMs
    return lasts && parsed.checkPrivateKey(createPrivateKey(key)) ? { certificate, key } : null
  } catch {
    return null
  }
}

function isSignedBy(server: Pair, authority: Pair): boolean {
  const issuer = new X509Certificate(authority.certificate)
  return new X509Certificate(server.certificate).verify(issuer.publicKey)
}

async function makeAuthority(): Promise<Pair> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  // The name is unique, so that a renewed authority is never taken for the one that a system trusts already.
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...validity(authorityDays),
    name: `CN=Local authority ${randomBytes(4).toString('hex')}`,
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate: `${certificate.toString('pem')}\n`, key: await exportKey(keys.privateKey) }
}

async function makeServerCertificate(authority: Pair): Promise<Pair> {
  const issuer = new X509Certificate(authority.certificate)
  const issuerKey = createPrivateKey(authority.key).toCryptoKey(algorithm, true, ['sign'])
  const issuerPublicKey = issuer.publicKey.toCryptoKey(algorithm, true, ['verify'])
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.create({
    ...validity(serverDays),
    subject: 'CN=localhost',
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: issuerKey,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuerPublicKey),
    ],
  })
  return { certificate: `${certificate.toString('pem')}\n`, key: await exportKey(keys.privateKey) }
}

function validity(days: number) {
  // A day back, for clients whose clock is late.
  const notBefore = new Date(Date.now() - dayMs)
  return {
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    notBefore,
    notAfter: new Date(notBefore.getTime() + days * dayMs),
  }
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key))
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString()
}
