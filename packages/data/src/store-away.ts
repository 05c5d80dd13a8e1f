const networkFaults = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])
/** Of Prisma: not reachable, timed out, connection closed, no connection free, too many of them. */
const prismaFaults = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037'])
/** Of Postgres: connection, rolled back by a race, out of resources, told to stop or starting, disk. */
const sqlFaults = /^(08|40|53|57P|58)/
const driverFaults =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable|server closed/i

/** Postgres could not take the request now; the same one may well succeed in a moment. */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') {
    if (networkFaults.has(code) || prismaFaults.has(code) || (code.length === 5 && sqlFaults.test(code))) return true
  }
  return driverFaults.test(error.message) || isStoreAway(error.cause)
}
