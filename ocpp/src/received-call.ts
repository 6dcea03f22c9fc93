import type { HandledAction, NotedAction } from './actions.ts'
import { type Frame, writeError, writeResult } from './frames.ts'
import type { CentralLink, StationCall } from './link.ts'
import type { CallErrorCode } from './protocol.ts'
import type { StationEvent, StationReply } from './station-event.ts'

/** A station's call on its way to the handler. */
export class ReceivedCall implements StationCall {
  readonly messageId: string
  readonly action: string
  readonly link: CentralLink
  readonly frame: string
  readonly receivedAt: Date
  readonly event: StationEvent
  readonly remarks: readonly string[]
  private readonly row: HandledAction | NotedAction

  constructor(
    link: CentralLink,
    call: Extract<Frame, { kind: 'call' }>,
    frame: string,
    receivedAt: Date,
    event: StationEvent,
    remarks: readonly string[],
    row: HandledAction | NotedAction,
  ) {
    this.link = link
    this.messageId = call.id
    this.action = call.action
    this.frame = frame
    this.receivedAt = receivedAt
    this.event = event
    this.remarks = remarks
    this.row = row
  }

  result(reply: StationReply): string {
    const payload = this.row.treatment === 'noted' ? this.row.harmless : this.row.answer(reply, this.event)
    return writeResult(this.messageId, payload)
  }

  error(code: CallErrorCode, text: string): string {
    return writeError(this.messageId, code, text, this.link.protocol)
  }
}
