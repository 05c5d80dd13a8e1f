import { type ErrorCode, errorCatalog } from '@parley/contracts/errors'
import { z } from 'zod'
import type { ErrorShape } from './answer-error.ts'

const always: ErrorCode[] = ['BAD_REQUEST', 'UNAUTHORIZED', 'HTTPS_REQUIRED', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE']
const withBody: ErrorCode[] = ['BODY_TOO_LARGE', 'NOT_JSON']

export type Refusals = { shape?: ErrorShape; body?: boolean; codes?: ErrorCode[] }

/**
 * What a route can answer, for the reference: its successes and every refusal, by status. Handlers are typed by the
 * successes alone, because refusals are thrown.
 */
export function answers<Successes extends Record<number, z.ZodType>>(successes: Successes, refusals: Refusals = {}) {
  const { shape = 'coded', body = false, codes = [] } = refusals
  const all = new Set([...always, ...(body ? withBody : []), ...codes])
  const byStatus = Map.groupBy(all, (code) => errorCatalog[code].status)
  const errors = [...byStatus].map(([status, group]) => [status, refusal(shape, group)])
  return { ...successes, ...(Object.fromEntries(errors) as object) } as Successes
}

function refusal(shape: ErrorShape, codes: ErrorCode[]) {
  const description = codes.map((code) => `${shape === 'coded' ? `\`${code}\`: ` : ''}${errorCatalog[code].meaning}`)
  return {
    description: description.join('\n\n'),
    content: { 'application/json': { schema: shape === 'coded' ? coded(codes) : Sentence } },
  }
}

const Sentence = z.object({ error: z.string() }).meta({ examples: [{ error: 'customData.body must not be empty' }] })

const coded = (codes: ErrorCode[]) =>
  z
    .object({ error: z.object({ code: z.enum(codes), message: z.string() }) })
    .meta({ examples: codes.map((code) => ({ error: { code, message: errorCatalog[code].meaning } })) })
