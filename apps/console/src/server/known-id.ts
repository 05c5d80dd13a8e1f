import { type ErrorCode, ParleyError } from '@parley/contracts/errors'
import { type IdKind, readId } from '@parley/contracts/ids'

/** The uuid behind an id as shown; one that is none names nothing. */
export function knownId(kind: IdKind, shown: string, code: ErrorCode): string {
  const id = readId(kind, shown)
  if (!id) throw new ParleyError(code, `"${shown}" is not the id of anything here.`)
  return id
}
