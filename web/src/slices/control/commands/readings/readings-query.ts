import { contract, type StationReadings } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'
import { tasksQuery } from '../tasks/tasks-query.ts'

const busyPollMs = 700
const pollMs = 30_000

// under the key of the tasks, so that every task reads both again
const keyOf = (id: string, what: string) => [...tasksQuery(id).queryKey, what]

type KnownReadings = StationReadings & { version: string }

/** The last readings of a station; read often while parts of an answer may come, and sent again only if they have changed. */
export const readingsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'readings'),
    queryFn: async ({ client, queryKey, signal }): Promise<KnownReadings> => {
      const known = client.getQueryData<KnownReadings>(queryKey)
      const input = { params: { id }, query: { since: known?.version } }
      const { version, readings } = await request(contract.stationReadings.state, input, signal)
      // readings are left out only of an answer to a known version
      return readings ? { ...readings, version } : known!
    },
    refetchInterval: ({ state: { data } }) =>
      data && [data.texts, data.report, data.monitors].some((one) => one?.under_way) ? busyPollMs : pollMs,
    meta: { live: (signal) => signal.topic === 'station' && signal.id === id },
  })

/** The variables of a station's last report, as it was at an instant. */
export const reportQuery = (id: string, fetchedAt: string) =>
  queryOptions({
    queryKey: [...keyOf(id, 'report'), fetchedAt],
    queryFn: ({ signal }) => request(contract.stationReadings.report, { params: { id } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

export interface ReadingPanelProps<K extends 'texts' | 'report' | 'monitors'> {
  stationId: string
  online: boolean
  reading: NonNullable<StationReadings[K]>
}

const streamsPollMs = 5_000

/** The streams of values that a station has open, and their newest values; nothing where its version has none. */
export const streamsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'streams'),
    queryFn: ({ signal }) => request(contract.stationReadings.streams, { params: { id } }, signal),
    refetchInterval: ({ state: { data } }) => (data?.streams ? streamsPollMs : false),
  })
