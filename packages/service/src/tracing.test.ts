import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { context, propagation, trace } from '@opentelemetry/api'
import { expect, onTestFinished, test } from 'vitest'
import { runScript } from '../testing/run-script.ts'
import { startTracing } from './tracing.ts'

async function startCollector() {
  const requests: { url: string | undefined; body: string }[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    requests.push({ url: request.url, body: (await buffer(request)).toString('latin1') })
    response.setHeader('content-type', 'application/x-protobuf').end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  return { requests, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` }
}

test('spans reach the collector under the name of the service, at the latest when the service stops', async () => {
  const collector = await startCollector()
  const stopTracing = await startTracing('demo', `${collector.url}/`)
  trace.getTracer('test').startSpan('store batch').end()
  await stopTracing()
  expect(collector.requests).toHaveLength(1)
  expect(collector.requests[0]?.url).toBe('/v1/traces')
  expect(collector.requests[0]?.body).toContain('store batch')
  expect(collector.requests[0]?.body).toContain('demo')
})

test('a trace goes on where its traceparent is carried to', async () => {
  const collector = await startCollector()
  const stopTracing = await startTracing('demo', collector.url)
  onTestFinished(stopTracing)
  const carrier: Record<string, string> = {}
  const sent = trace.getTracer('test').startActiveSpan('enqueue', async (span) => {
    await Promise.resolve()
    propagation.inject(context.active(), carrier)
    span.end()
    return span.spanContext()
  })
  const { traceId } = await sent
  expect(carrier.traceparent).toContain(traceId)
  const received = trace.getTracer('test').startSpan('work', {}, propagation.extract(context.active(), carrier))
  expect(received.spanContext().traceId).toBe(traceId)
  received.end()
})

test.each([
  ['is not even loaded without an endpoint', '', false],
  ['is loaded with one', 'http://127.0.0.1:1', true],
])('the SDK %s', async (_, endpoint, loaded) => {
  const script = runScript(
    `
    import { registerHooks } from 'node:module'
    import { ServiceConfig } from './common-config.ts'
    import { readConfig } from './config.ts'
    import { startService } from './start-service.ts'
    registerHooks({
      resolve(specifier, context, next) {
        if (specifier === '@opentelemetry/sdk-trace') console.log('SDK asked for')
        return next(specifier, context)
      },
    })
    const service = await startService('demo', readConfig(ServiceConfig))
    await service.stop()
    `,
    { HEALTH_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
  )
  const { code, stdout } = await script.exit()
  expect(code).toBe(0)
  expect(stdout.includes('SDK asked for')).toBe(loaded)
})
