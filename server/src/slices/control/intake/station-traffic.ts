import type { DisconnectReason } from '@stationmaster/contract'
import {
  type CentralHandler,
  type CentralLink,
  type StationCall,
  type StationEvent,
  type TappedFrame,
  Unanswered,
  unansweredCode,
} from '@stationmaster/ocpp'
import type { FastifyBaseLogger } from 'fastify'
import { isAway, logFailure } from '../../../platform/database/database-fault.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import { maskedFrame } from '../../../platform/watching/masked.ts'
import type { JournalBuffer } from '../../stations/journal/buffer.ts'
import type { JournalFrame } from '../../stations/journal/store.ts'
import type { Contracts } from '../plug-and-charge/contracts.ts'
import type { Links } from './connecting/links.ts'
import type { Origin, PresenceBook } from './connecting/presence.ts'
import type { Signing } from './connecting/signing.ts'
import type { Intake } from './intake.ts'
import type { StreamBuffer } from './keeping/stream-buffer.ts'

/** Routes what happens on sockets: calls to the intake, other frames to the journal, closings to the presence. */
export class StationTraffic implements CentralHandler {
  private readonly locationIds = new WeakMap<CentralLink, number>()

  constructor(
    private readonly parts: {
      intake: Intake
      journal: JournalBuffer
      links: Links
      presence: PresenceBook
      signing: Signing
      contracts: Pick<Contracts, 'complete'>
      streams: Pick<StreamBuffer, 'add' | 'mayOpen'>
      clock: Clock
      log: FastifyBaseLogger
      /** what has to be known of a message's card before it is decided on; null: nothing */
      beforeCard(stationId: string, event: StationEvent): Promise<void> | null
    },
  ) {}

  onOpen(link: CentralLink, origin: Origin): void {
    this.locationIds.set(link, origin.locationId)
    const replaced = this.parts.links.open(link)
    this.parts.presence.open(link, origin, replaced)
  }

  /** A heartbeat touches memory only; every other call is answered after its commit. */
  onCall(call: StationCall): string | Promise<string> {
    const { event } = call
    if (event.type === 'certificate.requested') {
      return this.parts.signing
        .take(call, event, this.locationIds.get(call.link) ?? 0)
        .catch((error) => Promise.reject(isAway(error) ? new Unanswered() : error))
    }
    if (event.type !== 'station.beat') return this.take(call)
    const now = this.parts.clock.now()
    const answer = call.result({ type: 'beat', now })
    const { link, messageId, frame } = call
    const { connectionId, stationId } = link
    this.parts.journal.beat({ connectionId, stationId, messageId, at: now, frame, answer })
    return answer
  }

  private take(call: StationCall): Promise<string> {
    const completed = this.completed(call)
    if (!completed) return this.takeCompleted(call, call.event)
    return completed
      .catch((error) => Promise.reject(isAway(error) ? new Unanswered() : error))
      .then((event) => this.takeCompleted(call, event))
  }

  /** The event with what has to be found out before it is decided on; null: nothing. */
  private completed({ link: { stationId }, event }: StationCall): Promise<StationEvent> | null {
    if (event.type !== 'stream.opened') return this.parts.contracts.complete(stationId, event)
    return this.parts.streams
      .mayOpen(stationId, event.streamId)
      .then((may): StationEvent => (may ? event : { ...event, refused: true }))
  }

  private takeCompleted(call: StationCall, event: StationEvent): Promise<string> {
    const { intake, log, beforeCard } = this.parts
    const { stationId } = call.link
    const known = beforeCard(stationId, event)
    if (!known) return intake.take(call, event)
    return known
      .catch((error) =>
        logFailure(log, error, 'what a partner says of a card could not be found out', { stationId }),
      )
      .then(() => intake.take(call, event))
  }

  onFrame(tapped: TappedFrame): void {
    const { link, direction, at, messageType, messageId, action, frame, streamed } = tapped
    const journaled: JournalFrame = {
      at,
      stationId: link.stationId,
      direction,
      messageType,
      messageId,
      action,
      frame: maskedFrame(action, frame),
      orderId: null,
      remarks: null,
      repeats: 1,
      answer: null,
      answeredAt: null,
    }
    if (streamed) this.parts.streams.add(streamed, journaled)
    else this.parts.journal.push(journaled)
  }

  onFault({ stationId }: CentralLink, error: unknown): void {
    this.parts.log.error({ err: error, stationId }, 'a frame could not be read')
  }

  onClose(link: CentralLink, code: number, reason: string): void {
    this.parts.links.gone(link)
    const locationId = this.locationIds.get(link) ?? 0
    if (code === unansweredCode) this.parts.presence.closedByUs(link, locationId)
    else this.parts.presence.gone(link, locationId, reasonOf(code, reason))
  }
}

/** Codes of sockets that were cut for what came over them (RFC 6455 clause 7.4.1). */
const refused = new Set([1002, 1003, 1007, 1008, 1009])

/** 1006 is no code that a peer sends: the network broke, or this end cut a station that was silent and says why. */
const reasonOf = (code: number, reason: string): DisconnectReason =>
  code === 1006 ? (reason === '' ? 'lost' : 'silent') : refused.has(code) ? 'refused' : 'closed'
