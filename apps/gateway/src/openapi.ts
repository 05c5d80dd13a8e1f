import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'

const description = `Messages from custom channels, contacts, lists and the credits of sub-accounts, as JSON over HTTPS.

Send the key as \`?apiKey=…\` or in the header \`x-api-key\`; the \`/subaccounts\` endpoints take the header only.
The message endpoints answer errors as \`{"error": "<sentence>"}\`, all others as \`{"error": {"code", "message"}}\`.
503 means "not taken": send the same again after \`Retry-After\`, which is always safe.`

/** Register before the routes: it watches them being added. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Parley API', version: '1', description },
      servers: [{ url: '/v1' }],
      components: {
        securitySchemes: {
          keyInHeader: { type: 'apiKey', in: 'header', name: 'x-api-key' },
          keyInQuery: { type: 'apiKey', in: 'query', name: 'apiKey' },
        },
      },
      tags: [
        { name: 'Contacts' },
        { name: 'Lists' },
        { name: 'Messages' },
        { name: 'Sub-accounts', description: 'For agency accounts.' },
      ],
    },
    transform: withBodyExamples,
    transformObject: (given) => withHeaders('openapiObject' in given ? given.openapiObject : given.swaggerObject),
  })
  let text: string | undefined
  app.get('/v1/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(app.swagger())
    return reply.type('application/json').send(text)
  })
  // The page and its script come from here: it asks nothing of the internet.
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/v1/openapi.json',
      pageTitle: 'Parley API',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true, // it leads to the makers of the page
      authentication: { preferredSecurityScheme: 'keyInHeader' },
    },
  })
}

/** Zod leaves the examples of a schema out where it also changes what it reads, as most of ours do. */
const withBodyExamples: SwaggerTransform = (given) => {
  const { body } = given.schema ?? {}
  const examples = body instanceof z.ZodType ? z.globalRegistry.get(body)?.examples : undefined
  const described = jsonSchemaTransform(given)
  if (examples) Object.assign(described.schema?.body ?? {}, { examples })
  return described
}

type Document = ReturnType<SwaggerTransformObject>
type Operation = { responses?: Record<string, { headers?: Record<string, unknown> }> }

const header = (type: 'integer' | 'string', text: string) => ({ description: text, schema: { type } })
const everywhere = { 'x-request-id': header('string', 'Names the request; taken from the caller when it is sane.') }
const limits = {
  'RateLimit-Limit': header('integer', 'Requests allowed in a window.'),
  'RateLimit-Remaining': header('integer', 'Requests left in this window.'),
  'RateLimit-Reset': header('integer', 'Seconds until the window ends.'),
  'RateLimit-Policy': header('string', 'The limit and the length of the window: `6000;w=60`.'),
}
const retryAfter = { 'Retry-After': header('integer', 'Seconds to wait before sending the same again.') }

/** 403 comes before the key is looked at when HTTPS is missing, and 408 and 431 before anything is. */
function withHeaders(document: Document): Document {
  const operations = Object.values(document.paths ?? {}).flatMap((path): Operation[] => Object.values(path ?? {}))
  for (const { responses = {} } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      response.headers = {
        ...everywhere,
        ...(status !== '403' && limits),
        ...(['429', '503'].includes(status) && retryAfter),
      }
    }
  }
  return document
}
