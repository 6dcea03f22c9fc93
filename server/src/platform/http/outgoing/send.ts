import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { ForbiddenTarget, isPlain, lookupIn, type Reach, targetOf } from './targets.ts'

/** Why a call to somebody else's server brought no answer that can be read. */
export type OutgoingFaultKind =
  | 'forbidden' // its address is not to be called; nothing was sent
  | 'unreachable' // no connection; nothing was sent
  | 'broken' // the connection ended before the answer; the other side may have done it
  | 'timeout' // no answer in time; the other side may have done it
  | 'redirected' // it points to another server
  | 'too_large' // its answer is larger than we read

export class OutgoingFault extends Error {
  constructor(
    readonly kind: OutgoingFaultKind,
    message: string,
  ) {
    super(message)
    this.name = 'OutgoingFault'
  }
}

export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** as somebody else has named it */
  url: string
  headers: Record<string, string>
  /** JSON */
  body?: string
  /** in place of JSON */
  bytes?: Buffer
  /** for the whole call, until the last byte of its answer */
  timeoutMs: number
  /** the largest answer that is read */
  bytesMost: number
}

export interface OutgoingAnswer {
  status: number
  headers: Record<string, string>
  bytes: Buffer
  text: string
}

const redirectsMost = 3

/**
 * Calls a server whose address somebody else has named. Private networks are called only where the operator allows it, a redirect
 * is followed for reading and within the same server only, and time and size are bounded. Throws OutgoingFault.
 */
export async function sendOutgoing(outgoing: OutgoingRequest, reach: Reach): Promise<OutgoingAnswer> {
  const deadline = AbortSignal.timeout(outgoing.timeoutMs)
  let url = allowedTarget(outgoing.url, reach)
  for (let turns = 0; ; turns += 1) {
    const answer = await once(url, { outgoing, deadline, reach })
    const location = answer.headers.location
    if (answer.status < 300 || answer.status >= 400 || location === undefined) return answer
    const next = URL.canParse(location, url.href) ? new URL(location, url) : null
    if (outgoing.method !== 'GET' || next?.origin !== url.origin || turns >= redirectsMost)
      throw new OutgoingFault('redirected', `it answered ${answer.status} and points elsewhere`)
    url = next
  }
}

function allowedTarget(text: string, reach: Reach): URL {
  try {
    return targetOf(text, reach)
  } catch (error) {
    throw faultOf(error, false)
  }
}

interface Call {
  outgoing: OutgoingRequest
  deadline: AbortSignal
  reach: Reach
}

function once(url: URL, { outgoing, deadline, reach }: Call): Promise<OutgoingAnswer> {
  const { method, headers, bytesMost } = outgoing
  const body = outgoing.bytes ?? outgoing.body
  const plain = isPlain(url)
  const send = plain ? plainRequest : tlsRequest
  return new Promise((resolve, reject) => {
    let isConnected = false
    const fail = (error: unknown) => reject(faultOf(error, isConnected, deadline.aborted))
    const request = send(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      lookup: lookupIn(reach, plain),
      signal: deadline,
      // one connection for each call: what is sent again after a broken one may have been done
      agent: false,
    })
    request.on('socket', (socket) => {
      socket.once(plain ? 'connect' : 'secureConnect', () => {
        isConnected = true
      })
    })
    request.on('error', fail)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      response.on('error', fail)
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes <= bytesMost) return void parts.push(part)
        fail(new OutgoingFault('too_large', `its answer is larger than ${bytesMost} bytes`))
        request.destroy()
      })
      response.on('end', () => {
        const all = Buffer.concat(parts)
        const text = all.toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: flat(response.headers), bytes: all, text })
      })
    })
    request.end(body)
  })
}

/** What went wrong; `isConnected`: something may have been sent. */
function faultOf(error: unknown, isConnected: boolean, isLate = false): OutgoingFault {
  if (error instanceof OutgoingFault) return error
  if (error instanceof ForbiddenTarget) return new OutgoingFault('forbidden', error.message)
  if (isLate) return new OutgoingFault('timeout', 'it did not answer in time')
  const { message } = error as Error
  return new OutgoingFault(isConnected ? 'broken' : 'unreachable', message)
}

const flat = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
