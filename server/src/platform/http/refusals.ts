import type { Socket } from 'node:net'
import { type ErrorCode, errorCatalogue } from '@stationmaster/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'
import { errorAnswer } from './http.ts'

/** What stands on an answer that is made before the plugins see the request. */
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Answers an address that cannot be decoded, in the one shape of the contract. */
export function refuseMalformed(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const failure = new Failure('request.invalid')
  void reply
    .code(failure.status)
    .headers(headers)
    .send(JSON.stringify(errorAnswer(failure, request)))
}

/** Status lines of what Node's HTTP parser refuses; everything else is a 400. */
const statusLines: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Answers what is not HTTP, or comes too slowly, and closes the connection. */
export function refuseUnparsed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code: ErrorCode = 'request.invalid'
  const body = JSON.stringify({ error: errorCatalogue[code].en, code })
  const lines = [
    `HTTP/1.1 ${statusLines[error.code ?? ''] ?? '400 Bad Request'}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
