import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Nothing is loaded from elsewhere and nothing runs inline, but for styles that carry the page's own nonce. */
export async function registerSecurityHeaders(app: FastifyInstance, isHttps: boolean): Promise<void> {
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        mediaSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps,
    // With `no-referrer` browsers send "Origin: null", by which the log-in cannot tell our own page from others.
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  })
}
