import type { Response } from 'got'
import { explainFailure } from './explain-failure.ts'
import type { Outbound } from './open-outbound.ts'
import { refuseUrl } from './outbound-refused.ts'

export type Download = { contentType: string | null; body: AsyncIterable<Buffer> }

/** Why a file could not be had, in a sentence for the person who gave the URL. */
export class DownloadFailed extends Error {
  override name = 'DownloadFailed'
  /** Whether the same might succeed later: the server was away or overloaded. */
  readonly isTemporary: boolean

  constructor(message: string, options: { isTemporary: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.isTemporary = options.isTemporary
  }
}

/**
 * Gets a file through the guarded client; up to 3 redirects are followed, each guarded like the first request. The body
 * is streamed and fails beyond `maxBytes`; `timeoutMs` is for all of it.
 */
export async function download(
  outbound: Outbound,
  address: string,
  { maxBytes, timeoutMs }: { maxBytes: number; timeoutMs: number },
): Promise<Download> {
  const tooLarge = new DownloadFailed(`The file is larger than ${maxBytes} bytes`, { isTemporary: false })
  const failed = (cause: unknown) =>
    cause instanceof DownloadFailed
      ? cause
      : new DownloadFailed(explainFailure(cause, timeoutMs), { isTemporary: isTemporary(cause), cause })
  try {
    const url = new URL(address)
    refuseUrl(url)
    const stream = outbound.client.stream(url, {
      timeout: { request: timeoutMs },
      followRedirect: true,
      maxRedirects: 3,
      hooks: { beforeRedirect: [({ url: next }) => refuseUrl(new URL(String(next)))] },
    })
    const response = await new Promise<Response>((resolve, reject) => {
      stream.once('response', resolve).once('error', reject)
    })
    const { statusCode, headers } = response
    const refusal =
      statusCode !== 200
        ? new DownloadFailed(`Answered ${statusCode}`, { isTemporary: statusCode === 429 || statusCode >= 500 })
        : Number(headers['content-length']) > maxBytes && tooLarge
    if (refusal) {
      stream.on('error', () => {}).destroy()
      throw refusal
    }
    return { contentType: headers['content-type'] ?? null, body: limited(stream) }
  } catch (error) {
    throw failed(error)
  }

  async function* limited(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    try {
      for await (const chunk of stream) {
        bytes += chunk.length
        if (bytes > maxBytes) throw tooLarge
        yield chunk
      }
    } catch (error) {
      throw failed(error)
    }
  }
}

const isTemporary = (cause: unknown): boolean => {
  const { code } = cause as { code?: string }
  return !['ERR_OUTBOUND_REFUSED', 'ERR_INVALID_URL', 'ENOTFOUND'].includes(code ?? '')
}
