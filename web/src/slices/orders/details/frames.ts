import type { Frame } from './details-query.ts'

/** What a frame is: OCPP-J message types 2, 3 and 4. */
export type FrameKind = 'call' | 'result' | 'error'

export interface LoggedFrame {
  frame: Frame
  kind: FrameKind
  /** An answer carries the action of the call that it answers; null when that is not known. */
  action: string | null
  /** How long an answer took, ms. */
  answeredInMs: number | null
}

/** Frames with each answer joined to its call by message id and direction. */
export function joinAnswers(frames: readonly Frame[]): LoggedFrame[] {
  const calls = new Map<string, Frame>()
  return frames.map((frame) => {
    const kind = kindOf(frame.message_type_id)
    if (kind === 'call') {
      calls.set(`${frame.message_from} ${frame.message_id}`, frame)
      return { frame, kind, action: frame.action, answeredInMs: null }
    }
    const asker = frame.message_from === 'station' ? 'server' : 'station'
    const call = calls.get(`${asker} ${frame.message_id}`)
    return {
      frame,
      kind,
      action: frame.action ?? call?.action ?? null,
      answeredInMs: call ? Date.parse(frame.created_at) - Date.parse(call.created_at) : null,
    }
  })
}

const kindOf = (messageType: number): FrameKind =>
  messageType === 2 ? 'call' : messageType === 3 ? 'result' : 'error'
