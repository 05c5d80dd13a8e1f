import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { filesOf, preloadTags, readManifest, sourceOf } from './page-files.ts'
import { distFolder } from './plugins/web.ts'

const maxKilobytes = 300

/** Of the pages as `npm ci` has built them. */
async function gzippedKilobytes(files: string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(`${distFolder}/${file}`), { level: 9 }).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

test.for(['/playground', '/inbox', '/overview', '/settings'])(
  `all code and styles of %s as the first page stay under ${maxKilobytes} KiB gzipped`,
  async (path) => {
    const manifest = await readManifest(distFolder)
    const files = new Set([...filesOf(manifest, 'index.html'), ...filesOf(manifest, sourceOf(path))])
    expect(files).toContain(manifest[sourceOf(path)]?.file)
    expect(await gzippedKilobytes([...files])).toBeLessThan(maxKilobytes)
  },
)

test('a page is named to the browser with all it imports, and an unknown one is not', async () => {
  const manifest = {
    'index.html': { file: 'assets/index.js', imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared.js' },
    '_list.js': { file: 'assets/list.js', imports: ['_shared.js'] },
    'src/pages/inbox/inbox-page.tsx': { file: 'assets/inbox.js', css: ['assets/inbox.css'], imports: ['_list.js'] },
  }
  expect(preloadTags(manifest, '/inbox/con_1')).toBe(
    '<link rel="modulepreload" href="/assets/inbox.js" /><link rel="modulepreload" href="/assets/list.js" />',
  )
  expect(preloadTags(manifest, '/nothing')).toBe('')
})
