import { type Payload, record } from '../link/payload.ts'
import type { Core } from '../station/core.ts'
import type { Monitor, Stream } from '../station/monitor.ts'

const usualSeconds = 60
const secondsOf = ({ interval }: Payload): number =>
  typeof interval === 'number' && interval > 0 ? interval : usualSeconds

/** Opens a stream for a monitor, and sends its values once that is accepted. */
export function openStream(core: Core, monitor: Monitor, params: Payload): void {
  const stream: Stream = { monitor, seconds: secondsOf(params), cancel: () => {} }
  const { id: monitorId } = monitor
  core.soon(async () => {
    const opened = {
      type: 'stream.opened',
      streamId: monitorId,
      monitorId,
      intervalSeconds: stream.seconds,
    } as const
    const reply = await core.say(opened)
    if (reply?.type !== 'stream' || !reply.accepted || !core.monitors.has(monitorId)) return
    core.streams.set(monitorId, stream)
    send(core, stream)
  })
}

function send(core: Core, stream: Stream): void {
  const { id, setting } = stream.monitor
  const v = core.settings.byKey(setting.key)?.value ?? ''
  const basetime = core.now().toISOString()
  if (core.uplink.accepted)
    core.uplink.link?.send('NotifyPeriodicEventStream', { id, pending: 0, basetime, data: [{ t: 0, v }] })
  stream.cancel = core.options.agenda.after(stream.seconds * 1000, () => send(core, stream))
}

/** Its monitor is gone. */
export function closeStream(core: Core, streamId: number): void {
  core.streams.get(streamId)?.cancel()
  if (core.streams.delete(streamId)) core.soon(() => core.say({ type: 'stream.closed', streamId }))
}

/** Answers AdjustPeriodicEventStream. */
export function adjustStream(core: Core, { id, params }: Payload): Payload {
  const stream = core.streams.get(Number(id))
  if (!stream) return { status: 'Rejected' }
  stream.seconds = secondsOf(record(params))
  stream.cancel()
  core.soon(() => send(core, stream))
  return { status: 'Accepted' }
}

/** Answers GetPeriodicEventStream. */
export const getStreams = (core: Core): Payload => ({
  constantStreamData: [...core.streams].map(([id, { seconds }]) => ({
    id,
    variableMonitoringId: id,
    params: { interval: seconds },
  })),
})
