import type { OcppMessage } from '@stationmaster/contract'

/** A call and its answer, or one of them if the other is unknown; an unreadable frame is alone. */
export interface Exchange {
  /** the frame that gives its key and its place: the call, if it is known */
  lead: OcppMessage
  call: OcppMessage | null
  answer: OcppMessage | null
}

const isAnswer = ({ message_type_id }: OcppMessage): boolean => message_type_id === 3 || message_type_id === 4

/**
 * Joins each answer to its call and keeps the order of the frames. While older calls are not loaded yet, an answer waits
 * for its call: with `waits` it is left out until then.
 */
export function exchangesOf(frames: readonly OcppMessage[], waits = false): Exchange[] {
  const here = new Map(frames.map((frame) => [frame.id, frame]))
  const answers = new Map<number, OcppMessage>()
  for (const frame of frames) if (isAnswer(frame) && frame.pair) answers.set(frame.pair.id, frame)
  return frames.flatMap((frame): Exchange[] => {
    if (!isAnswer(frame)) {
      const call = frame.message_type_id === 2 ? frame : null
      return [{ lead: frame, call, answer: (call && answers.get(call.id)) ?? null }]
    }
    if (frame.pair && (waits || here.has(frame.pair.id))) return []
    return [{ lead: frame, call: null, answer: frame }]
  })
}

export type Outcome = 'answered' | 'failed' | 'unreadable' | 'open'

/** How an exchange ended, if that is known. */
export function outcomeOf({ lead, answer }: Exchange): Outcome {
  if (lead.message_type_id === 0) return 'unreadable'
  const type = answer?.message_type_id ?? lead.pair?.message_type_id
  if (type === 4 || lead.message_type_id === 5) return 'failed'
  return type === 3 || lead.message_type_id !== 2 ? 'answered' : 'open'
}

/** An answer's status (Accepted, Rejected), or the code of an error; null where it has none. */
export function statusOf({ lead, answer }: Exchange): string | null {
  if (!answer) return lead.message_type_id === 2 ? (lead.pair?.status ?? null) : null
  if (answer.error_code !== null) return answer.error_code
  return answer.status
}

/** From the call to its answer, ms. */
export const latencyOf = ({ lead, answer }: Exchange): number | null => answer?.latency_ms ?? lead.latency_ms
