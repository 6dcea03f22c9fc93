import { type HandledAction, only } from '../../commands/actions.ts'
import type * as Messages from '../../generated/types21.ts'
import { int32, list, number, record, text, withoutUndefined } from '../../messages/reading.ts'
import type { EventStream, StreamedValue } from '../../station-event.ts'

function streamOf(value: unknown): EventStream {
  const { id, variableMonitoringId, params } = record(value)
  const { interval, values } = record(params)
  return withoutUndefined<EventStream>({
    streamId: Number(id),
    monitorId: Number(variableMonitoringId),
    intervalSeconds: int32(interval),
    values: int32(values),
  })
}

/** How often and with how many values a stream comes, as the standard writes it. */
export const paramsOf = ({
  intervalSeconds,
  values,
}: Pick<EventStream, 'intervalSeconds' | 'values'>): Messages.PeriodicEventStreamParamsType =>
  withoutUndefined<Omit<Messages.PeriodicEventStreamParamsType, 'customData'>>({
    interval: intervalSeconds,
    values,
  })

export const openPeriodicEventStream: HandledAction = {
  treatment: 'handled',
  read: ({ constantStreamData }) => ({ type: 'stream.opened', ...streamOf(constantStreamData) }),
  answer: (reply): Messages.OpenPeriodicEventStreamResponse => ({
    status: reply.type === 'stream' && !reply.accepted ? 'Rejected' : 'Accepted',
  }),
  write: (event): Messages.OpenPeriodicEventStream => {
    const stream = only(event, 'stream.opened')
    const { streamId: id, monitorId: variableMonitoringId } = stream
    return { constantStreamData: { id, variableMonitoringId, params: paramsOf(stream) } }
  },
  readAnswer: ({ status }) => ({ type: 'stream', accepted: status === 'Accepted' }),
}

export const closePeriodicEventStream: HandledAction = {
  treatment: 'handled',
  read: ({ id }) => ({ type: 'stream.closed', streamId: Number(id) }),
  answer: (): Messages.ClosePeriodicEventStreamResponse => ({}),
  write: (event): Messages.ClosePeriodicEventStream => ({ id: only(event, 'stream.closed').streamId }),
  readAnswer: () => ({ type: 'done' }),
}

/** The streams in the answer to GetPeriodicEventStream. */
export const streamsIn = (payload: Record<string, unknown>): EventStream[] =>
  list(payload.constantStreamData).map(streamOf)

/** The newest of the values that NotifyPeriodicEventStream brings (2.1 part 2, N11); undefined where it brings none. */
export function streamedValue({ id, basetime, data }: Record<string, unknown>): StreamedValue | undefined {
  const baseMs = Date.parse(String(basetime))
  const values = list(data).flatMap((one) => {
    const { t, v } = record(one)
    const [seconds, value] = [number(t), text(v)]
    return seconds === undefined || value === undefined ? [] : [{ seconds, value }]
  })
  const newest = values.reduce<(typeof values)[number] | undefined>(
    (last, one) => (last && last.seconds > one.seconds ? last : one),
    undefined,
  )
  const atMs = baseMs + (newest?.seconds ?? Number.NaN) * 1000
  const at = new Date(atMs)
  if (!newest || Number.isNaN(at.getTime())) return undefined
  return { streamId: Number(id), at, value: newest.value.slice(0, mostText), values: values.length }
}

/** of a value: more is no measurement */
const mostText = 250
