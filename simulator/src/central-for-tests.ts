import type { AddressInfo } from 'node:net'
import {
  type AuthorizationStatus,
  type CentralLink,
  openCentral,
  type Protocol,
  type StationCall,
  type StationEvent,
  type StationReply,
} from '@stationmaster/ocpp'
import { WebSocketServer } from 'ws'

/** A central system that takes everything and remembers it: the other end of the simulator's own tests. */
export interface TestCentral {
  url: string
  /** what every station said, in order */
  heard: StationEvent[]
  /** the frames of the calls, as they were received */
  frames: string[]
  link(): CentralLink
  /** answers the next calls of a type with a CALLERROR */
  refuse(type: StationEvent['type'], times: number): void
  boot: 'Accepted' | 'Pending' | 'Rejected'
  /** tokens that are not accepted */
  blocked: Set<string>
  close(): Promise<void>
}

export async function openTestCentral(): Promise<TestCentral> {
  const heard: StationEvent[] = []
  const frames: string[] = []
  const refusals = new Map<StationEvent['type'], number>()
  const links: CentralLink[] = []
  const numbers = new Map<string, number>()
  const statusOf = (token?: string): AuthorizationStatus =>
    token && blocked.has(token) ? 'Blocked' : 'Accepted'
  const blocked = new Set<string>()
  const sockets = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    handleProtocols: (offered) => [...offered][0] ?? false,
  })
  const central = openCentral({
    handler: {
      onCall: (call) => answerTo(call),
      onFrame: () => undefined,
      onClose: (link) => links.splice(links.indexOf(link), 1),
      onFault: (_link, error) => {
        throw error
      },
    },
  })
  const answerTo = (call: StationCall): string => {
    const { event } = call
    const left = refusals.get(event.type) ?? 0
    frames.push(call.frame)
    if (left > 0) {
      refusals.set(event.type, left - 1)
      return call.error('InternalError', 'not now')
    }
    heard.push(event)
    return call.result(replyTo(event))
  }
  const replyTo = (event: StationEvent): StationReply => {
    const now = new Date()
    switch (event.type) {
      case 'station.booted':
        return { type: 'booted', status: end.boot, now, intervalSeconds: end.boot === 'Accepted' ? 300 : 1 }
      case 'station.beat':
        return { type: 'beat', now }
      case 'token.presented':
        return { type: 'authorization', status: statusOf(event.token.token) }
      case 'charging.started': {
        const key = event.startKey ?? String(event.transactionId)
        const transactionId = numbers.get(key) ?? numbers.size + 1
        numbers.set(key, transactionId)
        return { type: 'charging', transactionId, status: statusOf(event.token?.token) }
      }
      case 'meter.sampled':
      case 'charging.ended':
        return { type: 'accepted' }
      case 'vendor.message':
        return { type: 'vendor', status: 'Accepted' }
      default:
        return { type: 'done' }
    }
  }
  sockets.on('connection', (socket, request) => {
    const stationId = decodeURIComponent((request.url ?? '').split('/').at(-1) ?? '')
    links.push(central.accept(socket, { stationId, protocol: socket.protocol as Protocol }))
  })
  await new Promise<void>((resolve) => sockets.once('listening', resolve))
  const end: TestCentral = {
    url: `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}/ocpp`,
    heard,
    frames,
    boot: 'Accepted',
    blocked,
    link: () => {
      const link = links.at(-1)
      if (!link) throw new Error('no station is connected')
      return link
    },
    refuse: (type, times) => {
      refusals.set(type, times)
    },
    close: () => {
      central.close()
      return new Promise((resolve) => sockets.close(() => resolve()))
    },
  }
  return end
}
