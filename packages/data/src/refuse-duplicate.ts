import { ParleyError } from '@parley/contracts/errors'
import { Prisma } from './generated/client.ts'

/** Lets a unique index settle races, and says in the caller's words that there is one already. */
export async function refuseDuplicate<T>(work: Promise<T>, message: string): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isDuplicate = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
    throw isDuplicate ? new ParleyError('ALREADY_EXISTS', message, { cause: error }) : error
  }
}
