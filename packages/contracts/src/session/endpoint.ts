import { z } from 'zod'
import { type IdKind, readId } from '../ids.ts'

/**
 * Who may call an endpoint of the console. `viewer`, `agent` and `owner` are roles in the account that the call names,
 * each including the one before; `operator` is of the whole installation.
 */
export type Access = 'anyone' | 'signed-in' | 'viewer' | 'agent' | 'owner' | 'operator'

/** What one endpoint takes and gives. Its key in a catalog is `METHOD /path`; account roles put the account before it. */
export type SessionEndpoint = {
  access: Access
  /** Only in the account of an agency. */
  agencyOnly?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  answer: Answer<unknown>
}

/** Only a type: what we send was made by our own code, and parsing it again would only cost. */
export type Answer<T> = { readonly type?: T }

export const answer = <T>(): Answer<T> => ({})

export type SessionApi = Record<string, SessionEndpoint>

export const isAccountScoped = (access: Access): access is 'viewer' | 'agent' | 'owner' =>
  access === 'viewer' || access === 'agent' || access === 'owner'

/** An id as it is shown; the server sees the uuid. */
export const ShownId = (kind: IdKind) =>
  z.string().transform((shown, context) => {
    const id = readId(kind, shown)
    if (id) return id
    context.addIssue(`must be the id of a ${kind}`)
    return z.NEVER
  })

/** Where the reader is, so that days begin at their midnight. */
export const TimeZone = z.string().refine(isTimeZone, { error: 'must be a time zone, e.g. Europe/Rome' }).default('UTC')

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const Page = z.object({ cursor: z.string().max(200).optional() })

export type PageOf<Item> = { items: Item[]; nextCursor: string | null }
