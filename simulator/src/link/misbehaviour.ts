import { type CallErrorCode, type CommandReply, StationCallFailed } from '@stationmaster/ocpp'
import type { Core } from '../station/core.ts'

/** How a station takes commands that it does not carry out. */
export type Misbehaviour =
  | 'silent'
  | 'refusing'
  /** the socket dies without a close frame, and the station dials again */
  | 'hanging up'
  | { code: CallErrorCode; text: string }

const never = new Promise<never>(() => {})

/** Answers a command as the chosen misbehaviour demands, or does not answer; throws StationCallFailed for an error. */
export function misbehave(core: Core, how: Misbehaviour): CommandReply | Promise<CommandReply> {
  if (how === 'silent') return never
  if (how === 'refusing') return { status: 'Rejected', payload: { status: 'Rejected' } }
  if (how === 'hanging up') {
    core.soon(() => core.uplink.cut())
    return never
  }
  throw new StationCallFailed(how.code, how.text)
}
