import type { CentralHandler, CentralLink, StationCall, TappedFrame } from '@stationmaster/ocpp'
import type { Clock } from '../../platform/clock.ts'
import type { JournalBuffer } from '../journal/buffer.ts'
import type { Intake } from './intake.ts'
import type { Links } from './links.ts'
import type { PresenceBook } from './presence.ts'

/** What the sockets' traffic comes to: calls to the intake, everything else to the journal, closings to the presence. */
export class Wire implements CentralHandler {
  private readonly locationIds = new WeakMap<CentralLink, number>()

  constructor(
    private readonly parts: {
      intake: Intake
      journal: JournalBuffer
      links: Links
      presence: PresenceBook
      clock: Clock
    },
  ) {}

  onOpen(link: CentralLink, locationId: number): void {
    this.locationIds.set(link, locationId)
    this.parts.links.open(link)
    this.parts.presence.open(link, locationId)
  }

  /** A heartbeat touches memory only; every other call is answered after its commit. */
  onCall(call: StationCall): string | Promise<string> {
    if (call.event.type !== 'station.beat') return this.parts.intake.take(call)
    const now = this.parts.clock.now()
    const answer = call.result({ type: 'beat', now })
    const { link, messageId, frame } = call
    this.parts.journal.beat(link.connectionId, link.stationId, messageId, now, frame, answer)
    return answer
  }

  onFrame(tapped: TappedFrame): void {
    const { link, direction, at, messageType, messageId, action, frame } = tapped
    this.parts.journal.push({
      at,
      stationId: link.stationId,
      direction,
      messageType,
      messageId,
      action,
      frame,
      orderId: null,
      remarks: null,
      repeats: 1,
    })
  }

  onClose(link: CentralLink): void {
    this.parts.links.gone(link)
    this.parts.presence.gone(link, this.locationIds.get(link) ?? 0)
  }
}
