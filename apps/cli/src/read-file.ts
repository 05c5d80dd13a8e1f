import { readFile } from 'node:fs/promises'
import { Mistake } from './mistake.ts'

/** A text file that was named with a flag. */
export const readFlagFile = (flag: string, file: string): Promise<string> =>
  readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Mistake(`${flag}: ${file} cannot be read (${cause.code})`, { cause })
  })
