import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { MediaConfig } from './media-config.ts'
import type { MediaStore } from './media-store.ts'

const timeoutMs = 30_000

/** `s3://bucket/prefix?endpoint=…&region=…`; without an endpoint it is Amazon's. The bucket is a path, as most stores want it. */
export function openS3Store(url: URL, config: MediaConfig): MediaStore {
  const { MEDIA_S3_KEY_ID: accessKeyId, MEDIA_S3_SECRET: secretAccessKey } = config
  if (!accessKeyId || !secretAccessKey)
    throw new Error('MEDIA_URL names a bucket: set MEDIA_S3_KEY_ID and MEDIA_S3_SECRET to its key.')
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  const prefix = url.pathname.replaceAll(/^\/|\/$/g, '')
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })

  const call = async (method: 'GET' | 'PUT' | 'DELETE', id: string, init: RequestInit = {}): Promise<Response> => {
    const path = [url.hostname, prefix, id].filter((part) => part !== '').join('/')
    const answer = await client.fetch(new URL(`/${path}`, endpoint).href, {
      ...init,
      method,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.ok || answer.status === 404) return answer
    const reason = (await answer.text()).slice(0, 300)
    throw new Error(`The media bucket answered ${method} with ${answer.status}: ${reason}`)
  }

  return {
    async put(id, bytes) {
      const answer = await call('PUT', id, { body: bytes as Uint8Array<ArrayBuffer> })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`There is no media bucket "${url.hostname}"`)
    },
    async read(id, part) {
      const answer = await call('GET', id, part && { headers: { range: `bytes=${part.start}-${part.end}` } })
      if (answer.ok && answer.body) return Readable.fromWeb(answer.body as ReadableStream)
      await answer.body?.cancel()
      return null
    },
    async remove(id) {
      await (await call('DELETE', id)).body?.cancel()
    },
  }
}
