import pg from 'pg'

/** Classes of SQLSTATE: a value that cannot be held (22), or that breaks a constraint (23). */
const valueClasses = ['22', '23']

/** True when Postgres says that something in the data is at fault; everything else passes, or is ours to repair. */
export function isValueFault(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && valueClasses.includes(error.code?.slice(0, 2) ?? '')
}
