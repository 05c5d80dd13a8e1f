import { type ErrorCode, errorCatalog, ParleyError } from '@parley/contracts/errors'
import { type IdKind, readId } from '@parley/contracts/ids'

/** The uuid behind an id of the caller. What is no id of that kind names nothing, which is the same as not found. */
export function knownId(kind: IdKind, shown: string, code: ErrorCode): string {
  const id = readId(kind, shown)
  if (id) return id
  throw new ParleyError(code, errorCatalog[code].meaning)
}
