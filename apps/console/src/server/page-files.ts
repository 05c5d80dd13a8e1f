import { readFile } from 'node:fs/promises'

type Chunk = { file: string; css?: string[]; imports?: string[] }

/** What the build says of its files, by their sources. */
export type Manifest = Record<string, Chunk>

export const readManifest = async (distFolder: string): Promise<Manifest> =>
  JSON.parse(await readFile(`${distFolder}/manifest.json`, 'utf8'))

/** The files that a source needs before it can run, its own first. */
export function filesOf(manifest: Manifest, source: string): string[] {
  const sources = new Set([source])
  // What is added on the way is gone through as well.
  for (const each of sources) for (const imported of manifest[each]?.imports ?? []) sources.add(imported)
  return [...sources].flatMap((each) => [manifest[each]?.file ?? [], manifest[each]?.css ?? []].flat())
}

/** The source of the page at an address: its first part names the page's folder. */
export const sourceOf = (path: string): string => {
  const [, page = ''] = path.split('/')
  return `src/pages/${page}/${page}-page.tsx`
}

/** Tells the browser of the page's own code at once, rather than when the code that every page needs has run. */
export function preloadTags(manifest: Manifest, path: string): string {
  const known = new Set(filesOf(manifest, 'index.html'))
  return filesOf(manifest, sourceOf(path))
    .filter((file) => file.endsWith('.js') && !known.has(file))
    .map((file) => `<link rel="modulepreload" href="/${file}" />`)
    .join('')
}
