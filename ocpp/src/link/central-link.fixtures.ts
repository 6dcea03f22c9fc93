import { EventEmitter } from 'node:events'
import { vi } from 'vitest'
import type { WebSocket } from 'ws'
import type { Protocol } from '../protocol.ts'
import type { Registration } from '../station-event.ts'
import { cordialReply } from '../testing.ts'
import { openCentral } from './central.ts'
import type { CentralHandler, CentralSettings, StationCall, TappedFrame } from './link.ts'

export const start = new Date('2026-03-01T12:00:00Z')

/** The far end of a link. It keeps what it receives and answers nothing; the test moves the clock, which a real socket does not allow. */
export class FarEnd extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  /** what it has not read */
  bufferedAmount = 0
  sent: string[] = []
  pings = 0
  closing: [number, string][] = []
  cuts = 0
  isPaused = false

  send(frame: string): void {
    this.sent.push(frame)
  }

  pause(): void {
    this.isPaused = true
  }

  resume(): void {
    this.isPaused = false
  }

  ping(): void {
    this.pings++
  }

  close(code: number, reason: string): void {
    this.closing.push([code, reason])
  }

  terminate(): void {
    this.cuts++
    this.hangUp(1006)
  }

  says(text: string, isBinary = false): void {
    this.emit('message', Buffer.from(text), isBinary)
  }

  hangUp(code: number, reason = ''): void {
    this.readyState = 3
    this.emit('close', code, Buffer.from(reason))
  }
}

interface LinkOptions {
  settings?: Partial<CentralSettings>
  protocol?: Protocol
  registration?: Registration
  clock?: { now(): Date }
}

/** A link, its far end, and what its handler received. */
export function aLink({ settings = {}, protocol = 'ocpp1.6', registration, clock }: LinkOptions = {}) {
  const far = new FarEnd()
  const calls: StationCall[] = []
  const frames: TappedFrame[] = []
  const closes: [number, string][] = []
  const faults: unknown[] = []
  const world = {
    answer: ((call) => call.result(cordialReply(call.event))) as CentralHandler['onCall'],
    tapped: (frame: TappedFrame): unknown => frames.push(frame),
  }
  const central = openCentral({
    settings,
    ...(clock ? { clock } : {}),
    handler: {
      onCall: (call) => {
        calls.push(call)
        return world.answer(call)
      },
      onFrame: (frame) => world.tapped(frame),
      onClose: (_link, code, reason) => closes.push([code, reason]),
      onFault: (_link, error) => faults.push(error),
    },
  })
  const link = central.accept(far as unknown as WebSocket, {
    stationId: 'S',
    protocol,
    ...(registration ? { registration } : {}),
  })
  return { world, central, link, far, calls, frames, closes, faults }
}

export const beat = (id: number) => `[2,"${id}","Heartbeat",{}]`
export const stop = { type: 'stop', transactionId: '5' } as const
export const settled = () => vi.advanceTimersByTimeAsync(0)
export const idsOf = (sent: string[]) => sent.map((frame) => (JSON.parse(frame) as [number, string])[1])
