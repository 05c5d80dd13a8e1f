import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import serveStatic from '@fastify/static'
import { ParleyError } from '@parley/contracts/errors'
import type { FastifyInstance } from 'fastify'
import { preloadTags, readManifest } from '../page-files.ts'

export const distFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Files under `assets` are named by their content. Browsers ask for the icon at every step, unless it is kept a while. */
function keptFor(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  return path.endsWith('/icon.svg') ? 'public, max-age=3600' : 'no-cache'
}

/** The built pages. Every path that is not a file or a call is a page, which the browser's router shows. */
export async function registerWeb(app: FastifyInstance): Promise<void> {
  const html = await readFile(`${distFolder}/index.html`, 'utf8').catch(() => {
    throw new Error('The pages are not built; run: npm run build:console')
  })
  const manifest = await readManifest(distFolder)
  await app.register(serveStatic, {
    root: distFolder,
    index: false,
    preCompressed: true,
    wildcard: false,
    setHeaders: (response, path) => void response.header('cache-control', keptFor(path)),
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (request.method !== 'GET' || path.startsWith('/api/') || path.startsWith('/assets/')) {
      throw new ParleyError('NOT_FOUND', `There is no ${request.method} ${path}.`)
    }
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        html.replace('%CSP_NONCE%', reply.cspNonce.style).replace('</head>', `${preloadTags(manifest, path)}</head>`),
      )
  })
}
