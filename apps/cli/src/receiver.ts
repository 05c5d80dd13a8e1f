import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Received } from '@parley/outbound/receiver'
import { readScript } from '@parley/outbound/receiver-script'
import { Port } from '@parley/service/common-config'
import { z } from 'zod'
import { Mistake } from './mistake.ts'
import { defineVerb } from './verb.ts'

export const receiverVerb = defineVerb({
  name: 'receiver',
  summary: 'Run a webhook endpoint to test against; it answers as told and checks signatures',
  flags: z.object({
    port: Port.default(4000).describe('Where it listens; 4000 unless it is given').meta({ value: 'PORT' }),
    host: z.string().default('127.0.0.1').describe('The address that it listens on').meta({ value: 'ADDRESS' }),
    answer: z
      .string()
      .default('200')
      .describe(
        'One step a request, the last for ever: 200, 503:30, slow:MS, hang, reset, redirect:URL, huge; 500x3,200',
      )
      .meta({ value: 'STEPS' }),
    secret: z.string().optional().describe('Check signatures with it; whsec_…').meta({ value: 'SECRET' }),
    cert: z.string().optional().describe('Serve HTTPS with this certificate').meta({ value: 'FILE' }),
    key: z.string().optional().describe('The key of the certificate').meta({ value: 'FILE' }),
  }),
  async run({ port, host, answer, secret, cert, key }) {
    if ((cert === undefined) !== (key === undefined)) throw new Mistake('give both --cert and --key, or neither')
    checkScript(answer)
    const { startReceiver } = await import('@parley/outbound/receiver')
    const receiver = await startReceiver({
      ...{ port, host, script: answer },
      ...(secret && { secrets: [secret] }),
      ...(cert && key && { tls: { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') } }),
      onReceived: (received) => process.stderr.write(`${lineOf(received)}\n`),
    })
    process.stderr.write(`listening on ${receiver.url}; press Ctrl-C to stop\n`)
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    await receiver.close()
    return {
      received: receiver.received.length,
      different: new Set(receiver.received.map(({ id }) => id)).size,
      invalidSignatures: receiver.received.filter(({ signature }) => signature === 'invalid').length,
    }
  },
})

function checkScript(text: string): void {
  try {
    readScript(text)
  } catch (error) {
    throw new Mistake(`--answer: ${(error as Error).message}`)
  }
}

const lineOf = ({ id, signature, answered, raw }: Received) =>
  [
    new Date().toISOString(),
    id,
    `signature ${signature}`,
    `answered ${answered.kind === 'status' ? answered.status : answered.kind}`,
    raw,
  ].join('  ')
