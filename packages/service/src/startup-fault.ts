/** A fault that the operator can mend and whose message says how: it is shown without a stack. */
export class StartupFault extends Error {
  override name = 'StartupFault'
}

const hints: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there: is the server up, and is the address right?',
  ENOTFOUND: 'there is no host of that name: is the address right?',
  EAI_AGAIN: 'the name could not be looked up: is the address right, and the network up?',
  ETIMEDOUT: 'the server did not answer in time: is the address right, and the network open?',
  EHOSTUNREACH: 'the host cannot be reached: is the address right, and the network open?',
  EADDRINUSE: 'something listens there already: stop it, or choose another port',
  EADDRNOTAVAIL: 'this machine has no such address',
  EAFNOSUPPORT: 'this machine does not speak that kind of address: without IPv6, 0.0.0.0 is every address',
  EACCES: 'the permission is missing',
  ENOENT: 'there is no such file',
  '28P01': 'the user or the password in DATABASE_URL is wrong',
  '28000': 'the server does not let this user in: check DATABASE_URL and pg_hba.conf',
  '3D000': 'create the database, or correct its name in DATABASE_URL',
  '42P01': 'the tables are missing: run the migrations (npm run -s parley -- migrate)',
  '53300': 'the server has no connection left: lower DATABASE_POOL or raise max_connections',
  P1000: 'the user or the password in DATABASE_URL is wrong',
  P1001: 'is the server up, and is the address in DATABASE_URL right?',
  P1003: 'create the database, or correct its name in DATABASE_URL',
  P1010: 'the server does not let this user in: check DATABASE_URL',
  P2021: 'run the migrations (npm run -s parley -- migrate)',
  WRONGPASS: 'the user or the password in REDIS_URL is wrong',
  NOAUTH: 'the server wants a password: put it into REDIS_URL',
}

/** One line that says what is wrong and what to do, or undefined when the fault is none that we know. */
export function explainFault(error: unknown): string | undefined {
  for (const link of causes(error)) {
    if (link instanceof StartupFault) return link.message
    const code = typeof link.code === 'string' ? link.code : link.message.split(' ', 1)[0]
    const hint = hints[code ?? '']
    // Prisma tells first, over several lines, which call failed, and last what happened.
    if (hint) return `${link.message.split('\n').at(-1)}: ${hint}`
  }
  return undefined
}

/** The error, what it was caused by, and what it gathers, nearest first. */
function* causes(error: unknown, depth = 0): Generator<Error & { code?: unknown }> {
  if (!(error instanceof Error) || depth > 8) return
  const inner = error instanceof AggregateError ? error.errors : []
  // Node's own aggregate of several addresses has a code but no words; those are in its parts.
  if (error.message !== '') yield error
  for (const next of [...inner, error.cause]) yield* causes(next, depth + 1)
}
