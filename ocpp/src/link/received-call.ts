import type { Understood } from '../messages/understand.ts'
import type { CallErrorCode } from '../protocol.ts'
import { writeError, writeResult } from '../socket/frames.ts'
import { notAccepted } from '../socket/registration.ts'
import type { Registration, StationEvent, StationReply } from '../station-event.ts'
import type { CentralLink, StationCall } from './link.ts'
import type { InboundCall } from './waiting-calls.ts'

/** A station's call on its way to the handler. */
export class ReceivedCall implements StationCall {
  readonly messageId: string
  readonly action: string
  readonly link: CentralLink
  readonly frame: string
  readonly receivedAt: Date
  readonly event: StationEvent
  readonly remarks: readonly string[]
  /** how the station's boot is answered, and the frame that says so; null: this call is not a boot, or has no answer yet */
  registered: { registration: Registration; frame: string } | null = null
  private readonly row: Understood['row']
  /** the handler keeps the message, the station gets a refusal */
  private readonly refused: boolean

  constructor(
    link: CentralLink,
    { call, text, at }: InboundCall,
    { row, event, remarks }: Understood,
    refused: boolean,
  ) {
    this.link = link
    this.messageId = call.id
    this.action = call.action
    this.frame = text
    this.receivedAt = at
    this.event = event
    this.remarks = remarks
    this.row = row
    this.refused = refused
  }

  result(reply: StationReply): string {
    if (this.refused) return this.error(notAccepted.code, notAccepted.text)
    const payload = this.row.treatment === 'noted' ? this.row.harmless : this.row.answer(reply, this.event)
    const frame = writeResult(this.messageId, payload)
    if (reply.type === 'booted') this.registered = { registration: reply.status, frame }
    return frame
  }

  error(code: CallErrorCode, text: string): string {
    return writeError(this.messageId, code, text, this.link.protocol)
  }
}
