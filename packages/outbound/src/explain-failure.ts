type Failure = Error & { code?: string; address?: string; port?: number; cause?: unknown; event?: string }

const sentences: Record<string, string> = {
  ENOTFOUND: 'DNS knows no such host: check the name in the URL',
  EAI_AGAIN: 'DNS did not answer: try again later',
  ECONNRESET: 'The connection was closed before an answer came',
  EPIPE: 'The connection was closed before the request was sent',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network of the host cannot be reached',
  CERT_HAS_EXPIRED: 'The certificate has expired: renew it',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed: use one of a public authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is of an unknown authority: use one of a public authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate cannot be verified: serve its whole chain',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate cannot be verified: serve its whole chain',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name',
  EPROTO: 'The server does not speak TLS as expected: check http or https and the port in the URL',
}

/** Why a request failed, in a sentence that its owner can act on. */
export function explainFailure(error: unknown, timeoutMs: number): string {
  const failure = error as Failure
  const code = failure.code ?? ''
  if (failure.name === 'TimeoutError') return `Timed out after ${timeoutMs / 1_000} s`
  if (code === 'ECONNREFUSED') return `Connection refused${whereOf(failure)}: nothing listens there`
  if (code === 'ETIMEDOUT') return 'No connection came about: the host does not answer'
  if (code.startsWith('HPE_')) return 'The answer is not HTTP'
  return sentences[code] ?? failure.message
}

/** Several addresses tried make an AggregateError, whose parts know theirs. */
function whereOf(failure: Failure): string {
  const cause = (failure.cause ?? failure) as Failure & { errors?: Failure[] }
  const at = cause.errors?.[0] ?? cause
  return at.address ? ` by ${at.address} port ${at.port}` : ''
}
