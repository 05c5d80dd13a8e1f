import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import aws4 from 'aws4'

export type S3Server = { url: string; objects: Map<string, Buffer>; close(): void }

/** Keeps objects of one bucket in memory, and checks every signature by an implementation other than ours. */
export async function startS3Server(
  bucket: string,
  keys: { accessKeyId: string; secretAccessKey: string },
): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const path = request.url ?? ''
    if (!isSigned(request, keys)) return response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>')
    if (!path.startsWith(`/${bucket}/`)) return response.writeHead(404).end('<Code>NoSuchBucket</Code>')
    if (request.method === 'PUT') objects.set(path, body)
    const found = objects.get(path)
    if (request.method === 'DELETE') {
      objects.delete(path)
      return response.writeHead(204).end()
    }
    if (!found) return response.writeHead(404).end('<Code>NoSuchKey</Code>')
    if (request.method === 'PUT') return response.end()
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    return start ? response.writeHead(206).end(found.subarray(Number(start), Number(end) + 1)) : response.end(found)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: () => server.close(),
  }
}

function isSigned(request: IncomingMessage, keys: { accessKeyId: string; secretAccessKey: string }): boolean {
  const authorization = request.headers.authorization ?? ''
  const signedHeaders = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  const headers = Object.fromEntries(signedHeaders.map((name) => [name, String(request.headers[name])]))
  const expected = aws4.sign(
    { service: 's3', region: 'eu-test-1', method: request.method ?? '', path: request.url ?? '', headers },
    keys,
  )
  const signatureOf = (text: unknown) => /Signature=([0-9a-f]+)/.exec(String(text))?.[1]
  return signatureOf(expected.headers?.Authorization) === signatureOf(authorization)
}
