import type { HandledAction, NotedAction } from '../commands/actions.ts'
import type { CallErrorCode } from '../protocol.ts'
import { type Frame, writeError, writeResult } from '../socket/frames.ts'
import { notAccepted } from '../socket/registration.ts'
import type { Registration, StationEvent, StationReply } from '../station-event.ts'
import type { CentralLink, StationCall } from './link.ts'

/** A station's call on its way to the handler. */
export class ReceivedCall implements StationCall {
  readonly messageId: string
  readonly action: string
  readonly link: CentralLink
  readonly frame: string
  readonly receivedAt: Date
  readonly event: StationEvent
  readonly remarks: readonly string[]
  /** what the station has been told of its boot, and in which frame; null: nothing */
  registered: { registration: Registration; frame: string } | null = null
  private readonly row: HandledAction | NotedAction
  /** it is kept, and refused */
  private readonly refused: boolean

  constructor(
    link: CentralLink,
    call: Extract<Frame, { kind: 'call' }>,
    frame: string,
    receivedAt: Date,
    event: StationEvent,
    remarks: readonly string[],
    row: HandledAction | NotedAction,
    refused: boolean,
  ) {
    this.link = link
    this.messageId = call.id
    this.action = call.action
    this.frame = frame
    this.receivedAt = receivedAt
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
