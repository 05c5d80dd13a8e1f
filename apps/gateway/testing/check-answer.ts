import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Answer } from './ask.ts'

type Operation = {
  summary?: string
  security?: object[]
  requestBody?: { content: { 'application/json': { example?: unknown } } }
  responses: Record<string, { headers: object }>
}
export type ApiDocument = { openapi: string; paths: Record<string, Record<string, Operation>> }

type Checker = { document: ApiDocument; ajv: Ajv2020; validators: Map<string, ValidateFunction> }

const checkers = new Map<string, Promise<Checker>>()

const checkerOf = (origin: string): Promise<Checker> => {
  const known = checkers.get(origin)
  if (known) return known
  const made = makeChecker(origin)
  checkers.set(origin, made)
  return made
}

async function makeChecker(origin: string): Promise<Checker> {
  // Some gateways of tests stand behind a proxy that they trust.
  const response = await fetch(`${origin}/v1/openapi.json`, { headers: { 'x-forwarded-proto': 'https' } })
  const document = (await response.json()) as ApiDocument
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'api')
  return { document, ajv, validators: new Map() }
}

/** Throws unless the document foretells this answer of this endpoint: its status and its shape. */
export async function checkAnswer(origin: string, method: string, path: string, answer: Answer): Promise<void> {
  const { document, ajv, validators } = await checkerOf(origin)
  const route = findRoute(document, path.split('?', 1)[0] ?? '')
  const operation = route && document.paths[route]?.[method.toLowerCase()]
  if (!operation) return // no such endpoint: there is nothing to hold it against
  const where = `${method} ${route} ${answer.status}`
  const response = operation.responses[answer.status]
  if (!response) throw new Error(`${where} is not in the API's description: ${JSON.stringify(answer.body)}`)

  const pointer = ['paths', route, method.toLowerCase(), 'responses', answer.status, 'content', 'application/json']
  const escaped = pointer.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))
  const isAsDescribed =
    validators.get(where) ?? ajv.compile({ $ref: `api#/${escaped.map(encodeURIComponent).join('/')}/schema` })
  validators.set(where, isAsDescribed)
  if (!isAsDescribed(answer.body)) {
    throw new Error(`${where} is not as described: ${ajv.errorsText(isAsDescribed.errors)}`)
  }
}

const findRoute = (document: ApiDocument, path: string) =>
  Object.keys(document.paths).find((route) => new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
