import { createHmac } from 'node:crypto'

/** Headers of Standard Webhooks; one signature for each secret, so that a receiver may know either of two. */
export function signWebhook(event: { id: string; body: string; secrets: string[]; timestampS: number }) {
  const { id, body, secrets, timestampS } = event
  const signed = `${id}.${timestampS}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(secret, signed)}`).join(' '),
  }
}

const signatureOf = (secret: string, signed: string): string =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(signed)
    .digest('base64')
