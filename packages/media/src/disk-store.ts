import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MediaStore } from './media-store.ts'

export function openDiskStore(root: URL): MediaStore {
  const folder = fileURLToPath(root)
  // Two levels by the id's first digits: no folder grows beyond what file systems like.
  const pathOf = (id: string) => join(folder, id.slice(0, 2), id.slice(2, 4), id)

  return {
    async put(id, bytes) {
      const path = pathOf(id)
      const draft = `${path}.${randomUUID()}`
      await mkdir(dirname(path), { recursive: true })
      try {
        await writeThrough(draft, bytes)
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await syncFolders(dirname(path), folder)
    },
    async read(id, part) {
      try {
        const file = await open(pathOf(id))
        return file.createReadStream(part)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
  }
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o640)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A file survives a power cut only when the folders that name it are on the disk too. */
async function syncFolders(from: string, root: string): Promise<void> {
  for (let path = from; path.length >= root.length - 1; path = dirname(path)) {
    const folder = await open(path)
    await folder.sync().finally(() => folder.close())
    if (dirname(path) === path) break
  }
}
