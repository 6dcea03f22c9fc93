import type { StationStream } from '@stationmaster/contract'
import { knows } from '@stationmaster/ocpp'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { isSecret } from '../../../../platform/watching/masked.ts'
import { findProtocol, findReading } from '../../tasks/reading-store.ts'
import { listStreams, updateStreamPace, updateStreams } from '../../tasks/stream-store.ts'
import type { CommandParts } from '../parts.ts'
import type { Preparing } from '../prepared.ts'
import { findVisibleStation } from '../target.ts'

/** The streams that a station has opened, each with what its monitor watches, where that was read. Throws station.not_found. */
export async function viewStreams(
  { db, stations }: Pick<CommandParts, 'db' | 'stations'>,
  caller: Caller,
  stationId: string,
): Promise<{ online: boolean; streams: StationStream[] | null }> {
  if (!(await findVisibleStation(db, caller, stationId))) throw new Failure('station.not_found')
  const link = await stations.find(stationId)
  const protocol = link?.protocol ?? (await findProtocol(db, stationId))
  const online = link !== undefined
  if (protocol === null || !knows(protocol, { type: 'streams' })) return { online, streams: null }
  const [streams, monitors] = await Promise.all([
    listStreams(db, stationId),
    findReading(db, stationId, 'monitors'),
  ])
  const watched = new Map(monitors?.items.map((monitor) => [monitor.monitorId, monitor]))
  return {
    online,
    streams: streams.map((stream) => {
      const { component = null, name = null } = watched.get(stream.monitorId) ?? {}
      return {
        stream_id: stream.streamId,
        monitor_id: stream.monitorId,
        component,
        name,
        interval_seconds: stream.intervalSeconds,
        values: stream.valuesMost,
        opened_at: stream.openedAt.toISOString(),
        value: name !== null && isSecret(name) ? null : stream.value,
        value_at: stream.valueAt?.toISOString() ?? null,
        received: stream.received,
      }
    }),
  }
}

export const preparingStreams: Pick<Preparing, 'read_streams' | 'adjust_stream'> = {
  read_streams: ({ db, clock }, _by, { id }) => ({
    sends: { type: 'streams' },
    answered: async (_accepted, _status, { streams }) => {
      if (streams) await updateStreams(db, id, streams, clock.now())
    },
  }),
  adjust_stream: ({ db }, _by, { id }, body) => {
    const { stream_id: streamId, interval_seconds: intervalSeconds, values } = body
    const pace = { streamId, intervalSeconds, ...(values === undefined ? {} : { values }) }
    return {
      sends: { type: 'adjust_stream', ...pace },
      answered: async (accepted) => {
        if (accepted) await updateStreamPace(db, id, pace)
      },
    }
  },
}
