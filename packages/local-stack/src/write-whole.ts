import { rename, writeFile } from 'node:fs/promises'

/** Readers see the old file or the new one, never half of it, even if we are killed meanwhile. */
export async function writeWhole(file: string, text: string, mode: number): Promise<void> {
  await writeFile(`${file}.new`, text, { mode, flush: true })
  await rename(`${file}.new`, file)
}
