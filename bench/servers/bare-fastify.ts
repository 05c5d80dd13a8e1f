// The ceiling: Fastify that parses the same JSON and answers the same, and does nothing else.
import { createServer } from 'node:http'
import Fastify from 'fastify'

const [port, healthPort] = process.argv.slice(2).map(Number)
const app = Fastify()
app.post('/v1/incoming_custom_channel_message', async () => ({
  success: true,
  messageId: 'msg_0123456789abcdef0123456789abcdef',
}))
await app.listen({ port: port ?? 0, host: '127.0.0.1' })
createServer((_request, response) => response.end('ready')).listen(healthPort, '127.0.0.1')
process.on('SIGTERM', () => process.exit())
