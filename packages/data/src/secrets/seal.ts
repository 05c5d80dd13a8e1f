import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts a secret that must be had again, as `v1.<base64url of iv, tag and ciphertext>`. */
export function seal(key: Buffer, plain: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv)
  const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')}`
}

export function unseal(key: Buffer, sealed: string): string {
  const [version, text = ''] = sealed.split('.')
  if (version !== 'v1') throw new Error('A stored secret is of a version that this release cannot read; upgrade Parley')
  const bytes = Buffer.from(text, 'base64url')
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error('A stored secret cannot be read with this SECRETS_KEY; use the key that it was saved with', {
      cause,
    })
  }
}

/** The key as SECRETS_KEY gives it: 32 bytes in base64. */
export function readSecretsKey(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32) throw new Error('SECRETS_KEY must be 32 bytes in base64; make one: openssl rand -base64 32')
  return key
}
