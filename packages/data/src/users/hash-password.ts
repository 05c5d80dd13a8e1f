import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

const cost = { ln: 15, r: 8, p: 3 }
const maxmem = 64 * 1024 * 1024

/** `$scrypt$ln=15,r=8,p=3$salt$hash`: it names its own cost, so that a later, dearer one still reads old hashes. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password.normalize(), salt, 32, { N: 2 ** cost.ln, r: cost.r, p: cost.p, maxmem })
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored)
  if (!match) return false
  const [, ln, r, p, salt = '', hash = ''] = match
  const expected = Buffer.from(hash, 'base64url')
  const options = { N: 2 ** Number(ln), r: Number(r), p: Number(p), maxmem }
  const actual = await derive(password.normalize(), Buffer.from(salt, 'base64url'), expected.length, options)
  return timingSafeEqual(actual, expected)
}
