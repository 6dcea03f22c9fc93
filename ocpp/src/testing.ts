import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { openCentral } from './link/central.ts'
import type { CentralLink, CentralSettings, StationCall, TappedFrame } from './link/link.ts'
import type { Backlog } from './link/waiting-calls.ts'
import { understand } from './messages/understand.ts'
import type { Protocol } from './protocol.ts'
import { maxFrameBytes, readFrame } from './socket/frames.ts'
import { chooseProtocol, parseBasicAuth, parseIdentity } from './socket/handshake.ts'
import type { StationEvent, StationReply } from './station-event.ts'
import { versions } from './versions.ts'

/** What a call with this payload tells the central system, or its refusal. */
export function understandCall(protocol: Protocol, action: string, payload: object) {
  const frame = readFrame(JSON.stringify([2, 'id', action, payload]), protocol)
  if (frame.kind !== 'call') throw new Error(`read as ${frame.kind}`)
  return understand(versions[protocol], frame)
}

/** The event of a call that is understood, with its remarks. */
export function readEvent(
  protocol: Protocol,
  action: string,
  payload: object,
): { event: StationEvent; remarks: string[] } {
  const understood = understandCall(protocol, action, payload)
  if ('code' in understood) throw new Error(`${understood.code}: ${understood.text}`)
  return { event: understood.event, remarks: understood.remarks }
}

export const fixedNow = new Date('2026-03-01T12:00:00.000Z')

/** Answers that suit every event: all is well, the transaction is 77. */
export function cordialReply(event: StationEvent): StationReply {
  switch (event.type) {
    case 'station.booted':
      return { type: 'booted', status: 'Accepted', now: fixedNow, intervalSeconds: 300 }
    case 'station.beat':
      return { type: 'beat', now: fixedNow }
    case 'token.presented':
      return { type: 'authorization', status: 'Accepted' }
    case 'charging.started':
      return { type: 'charging', transactionId: 77, status: 'Accepted' }
    case 'meter.sampled':
    case 'charging.ended':
      return { type: 'accepted', totalCostMinor: 1234 }
    case 'vendor.message':
      return { type: 'vendor', status: 'Accepted' }
    case 'certificate.requested':
      return { type: 'signing', accepted: true }
    case 'contract.requested':
      return { type: 'contract', exiResponse: 'ZXhp' }
    case 'certificate.inquired':
      return { type: 'revocation', response: 'b2NzcA==' }
    case 'chain.inquired':
      return {
        type: 'chain',
        states: event.links.map(() => ({ status: 'Good', nextUpdate: fixedNow })),
      }
    case 'stream.opened':
      return { type: 'stream', accepted: true }
    case 'payment.settled':
      return { type: 'settlement', receiptId: '17' }
    default:
      return { type: 'done' }
  }
}

export interface CentralWorld {
  url: string
  calls: StationCall[]
  frames: TappedFrame[]
  closes: { link: CentralLink; code: number; reason: string }[]
  links: CentralLink[]
  backlog: Readonly<Backlog>
  /** replaces the cordial answer */
  answer: (call: StationCall) => string | Promise<string>
  close(): Promise<void>
}

/** A central system on a real port; the station named LOCKED needs the password p:äss. */
export async function aCentral(settings: Partial<CentralSettings> = {}): Promise<CentralWorld> {
  const world: CentralWorld = {
    url: '',
    calls: [],
    frames: [],
    closes: [],
    links: [],
    backlog: { calls: 0, size: 0, unread: 0 },
    answer: (call) => call.result(cordialReply(call.event)),
    close: async () => undefined,
  }
  const central = openCentral({
    settings,
    handler: {
      onCall: (call) => {
        world.calls.push(call)
        return world.answer(call)
      },
      onFrame: (frame) => world.frames.push(frame),
      onClose: (link, code, reason) => world.closes.push({ link, code, reason }),
      onFault: (_link, error) => {
        throw error
      },
    },
  })
  world.backlog = central.backlog
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    handleProtocols: chooseProtocol,
  })
  const server = createServer()
  server.on('upgrade', (request, socket, head) => {
    const stationId = parseIdentity(new URL(request.url ?? '', 'http://localhost').pathname)
    const password = parseBasicAuth(request.headers.authorization, stationId ?? '')
    if (stationId === null || (stationId === 'LOCKED' && password?.toString() !== 'p:äss')) {
      socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      world.links.push(central.accept(ws, { stationId, protocol: ws.protocol as Protocol }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world.url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ocpp`
  world.close = async () => {
    central.close()
    for (const socket of sockets.clients) socket.terminate()
    await new Promise((resolve) => server.close(resolve))
  }
  return world
}

/** Waits until something holds, or fails after a while. */
export async function until<T>(what: () => T | undefined | false, mostMs = 2000): Promise<T> {
  const end = Date.now() + mostMs
  while (Date.now() < end) {
    const found = what()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('waited in vain')
}
