import {
  type BulkCommand,
  type BulkRun,
  type BulkSelection,
  type CsvFormat,
  contract,
} from '@stationmaster/contract'
import { queryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { request, requestCounted, requestCursored } from '../../../api/calls/request.ts'
import { usePages } from '../../../api/calls/use-pages.ts'
import { followLink } from '../../../api/files/save-file.ts'
import { useChange } from '../../../api/use-change.ts'
import type { RunFilters } from './filters.ts'

const runPollMs = 5_000
const listPollMs = 30_000
const pageSize = 100

/** How many stations a selection reaches. */
export const reachQuery = (selection: BulkSelection) =>
  queryOptions({
    queryKey: ['bulk', 'reach', selection],
    queryFn: ({ signal }) => request(contract.bulk.reach, { body: { selection } }, signal),
    staleTime: 0,
    gcTime: 0,
  })

/** One run; live, with a poll behind it until it has finished. */
export const runQuery = (id: number) =>
  queryOptions({
    queryKey: ['bulk', 'run', id],
    queryFn: ({ signal }) => request(contract.bulk.get, { params: { id } }, signal),
    refetchInterval: ({ state: { data } }) => (data?.finished_at ? false : runPollMs),
    meta: { live: (signal) => signal.topic === 'bulk' && signal.id === id },
  })

/** Commands that were sent to many stations, newest first. */
export function useRuns() {
  const query = useInfiniteQuery({
    queryKey: ['bulk', 'runs'],
    queryFn: ({ pageParam, signal }) =>
      requestCursored(
        contract.bulk.list,
        { query: pageParam === undefined ? {} : { before: pageParam } },
        signal,
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => (next === null ? undefined : Number(next)),
    refetchInterval: listPollMs,
    meta: { live: (signal) => signal.topic === 'bulk' },
  })
  return { ...query, runs: query.data?.pages.flatMap(({ items }) => items) }
}

/** The stations of a run; only the rows in sight are loaded. */
export function useRunStations({ id, finished_at }: BulkRun, { result, q: search }: RunFilters) {
  const filter = { result, search }
  return usePages({
    queryKey: ['bulk', 'stations', id, JSON.stringify(filter)],
    size: pageSize,
    load: (offset, signal) =>
      requestCounted(
        contract.bulk.stations,
        { params: { id }, query: { ...filter, limit: pageSize, offset } },
        signal,
      ),
    refreshMs: finished_at ? false : runPollMs,
    live: (signal) => signal.topic === 'bulk' && signal.id === id,
  })
}

export interface Start {
  selection: BulkSelection
  command: BulkCommand
  wait_hours?: number
}

/** The actions on runs; every screen that shows runs is read again afterwards. */
export function useBulkActions() {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['bulk'] })
  const start = useChange({
    mutationFn: (body: Start, idempotency) => request(contract.bulk.start, { body, idempotency }),
    onSettled,
  })
  const cancel = useChange({
    mutationFn: (id: number) => request(contract.bulk.cancel, { params: { id } }),
    onSettled,
  })
  const retry = useChange({
    mutationFn: (id: number, idempotency) => request(contract.bulk.retry, { params: { id }, idempotency }),
    onSettled,
  })
  const download = useChange({
    mutationFn: async ({ id, format }: { id: number; format: CsvFormat }) => {
      const { url } = await request(contract.bulk.export, { params: { id }, query: { format } })
      followLink(url)
    },
  })
  return { start, cancel, retry, download }
}
