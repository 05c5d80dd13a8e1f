/** A request that was not made, or a connection that was not opened, because the rules forbid where it leads. */
export class OutboundRefused extends Error {
  override name = 'OutboundRefused'
  readonly code = 'ERR_OUTBOUND_REFUSED'
}

/** What can be told from the URL alone. Where its host leads is looked at on every connect. */
export function refuseUrl(url: URL): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new OutboundRefused('Only http and https URLs are allowed')
  if (url.username || url.password)
    throw new OutboundRefused('A user name or password in the URL is not allowed: remove it')
}
