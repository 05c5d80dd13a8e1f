import { ParleyError } from '@parley/contracts/errors'

/** Only its form is looked at here; where it may lead is checked on the address at every connect. */
export function readWebhookUrl(text: string): string {
  const url = URL.canParse(text) && !/\s/.test(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new ParleyError(
      'BAD_REQUEST',
      'url must be a full http or https address, such as https://example.com/replies',
    )
  }
  if (url.username || url.password) throw new ParleyError('BAD_REQUEST', 'url must not contain a user name or password')
  if (text.length > 2_048) throw new ParleyError('BAD_REQUEST', 'url must be at most 2048 characters')
  return text
}
