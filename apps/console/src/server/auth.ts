import { createHash } from 'node:crypto'
import type { Db } from '@parley/data/db'
import { hashPassword, verifyPassword } from '@parley/data/users/hash-password'
import type { Log } from '@parley/service/log'
import { betterAuth } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'

/** Set by us from the connection or a trusted proxy, whatever the caller sent. */
export const clientAddressHeader = 'x-parley-client-address'

const daySeconds = 24 * 60 * 60

/** The library's own paths that pages use; every other one is switched off. */
export const authPaths = [
  '/sign-in/email',
  '/sign-out',
  '/list-sessions',
  '/revoke-session',
  '/revoke-other-sessions',
  '/change-password',
] as const

/** Log-in by e-mail and password, with sessions, cookies and limits on attempts, over our own tables. */
export function createAuth(options: { db: Db; log: Log; secretsKey: Buffer; publicUrl: string }) {
  return betterAuth({
    baseURL: options.publicUrl,
    basePath: '/api/auth',
    secret: createHash('sha256').update('parley.session').update(options.secretsKey).digest('base64'),
    database: prismaAdapter(options.db.prisma, { provider: 'postgresql' }),
    telemetry: { enabled: false },
    logger: { level: 'warn', log: (level, message) => options.log[level === 'error' ? 'error' : 'warn'](message) },
    trustedOrigins: (request) => sameOrigin(request),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 10,
      maxPasswordLength: 200,
      password: { hash: hashPassword, verify: ({ password, hash }) => verifyPassword(password, hash) },
    },
    account: {
      modelName: 'login',
      fields: { providerId: 'provider', accountId: 'subject', password: 'passwordHash' },
    },
    session: { expiresIn: 14 * daySeconds, updateAge: daySeconds },
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'loginRateLimit',
      window: 60,
      max: 120,
      customRules: { '/sign-in/email': { window: 60, max: 10 }, '/change-password': { window: 60, max: 5 } },
    },
    advanced: {
      cookiePrefix: 'parley',
      useSecureCookies: options.publicUrl.startsWith('https:'),
      // Tokens of other providers and the verification table belong to features that are switched off here.
      database: { generateId: false, validateSchema: false },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>

/** Whatever name people reach us by, a page of that same name may log in. */
function sameOrigin(request: Request | undefined): string[] {
  const host = request?.headers.get('host')
  return host ? [`http://${host}`, `https://${host}`] : []
}
