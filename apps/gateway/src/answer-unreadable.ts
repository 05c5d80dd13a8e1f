import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ParleyError } from '@parley/contracts/errors'
import { errorBody } from './answer-error.ts'

/** Answers what is no HTTP, before there is a request: nobody knows for which endpoint it was meant. */
export function answerUnreadable(fault: Error & { code?: string }, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(fault)
  const error = describeFault(fault.code)
  const body = JSON.stringify(errorBody(error, 'coded'))
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function describeFault(code: string | undefined): ParleyError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ParleyError('HEADERS_TOO_LARGE', 'The address and headers are over 16 KiB together.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ParleyError('REQUEST_TIMEOUT', 'The request did not arrive whole in time; send it again.')
    default:
      return new ParleyError('BAD_REQUEST', 'The request is not readable as HTTP.')
  }
}
