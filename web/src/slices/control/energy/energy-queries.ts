import {
  contract,
  type EnergySimulationBody,
  type EnergySiteRead,
  type SheetFormat,
} from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { request, requestCounted } from '../../../api/calls/request.ts'
import { downloadFile } from '../../../api/files/download-file.ts'
import { useChange } from '../../../api/use-change.ts'

const { energy } = contract

/** meters report without a signal */
const pollMs = 10_000
const curvePollMs = 60_000

export type ReductionBody = (typeof energy.reduce.body)['_zod']['input']
export type LimitBody = (typeof energy.addLimit.body)['_zod']['input']

/** What flows at a location now; live, with a poll behind it. */
export const energyQuery = (locationId: number) =>
  queryOptions({
    queryKey: ['energy', locationId, 'view'],
    queryFn: ({ signal }) => request(energy.view, { params: { id: locationId } }, signal),
    refetchInterval: pollMs,
    meta: { live: (signal) => signal.locationId === locationId && signal.topic !== 'journal' },
  })

/** The load of the grid connection on a day of the location (YYYY-MM-DD), minute by minute. */
export const curveQuery = (locationId: number, day: string) =>
  queryOptions({
    queryKey: ['energy', locationId, 'curve', day],
    queryFn: ({ signal }) => request(energy.curve, { params: { id: locationId }, query: { day } }, signal),
    refetchInterval: curvePollMs,
    meta: { live: () => false },
  })

/** The limits of a location, which a person sets and ends. */
export function useLimitActions(locationId: number) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['energy', locationId] })
  const params = { id: locationId }
  return {
    add: useChange({
      mutationFn: (body: LimitBody, idempotency) => request(energy.addLimit, { params, body, idempotency }),
      onSettled,
    }),
    end: useChange({
      mutationFn: (limitId: number, idempotency) =>
        request(energy.endLimit, { params: { ...params, limitId }, idempotency }),
      onSettled,
    }),
  }
}

/** What the grid operator has taken back at a location, the last first. */
export const reductionsQuery = (locationId: number, limit: number) =>
  queryOptions({
    queryKey: ['energy', locationId, 'reductions', limit],
    queryFn: ({ signal }) =>
      requestCounted(energy.reductions, { params: { id: locationId }, query: { limit } }, signal),
    meta: { live: (signal) => signal.locationId === locationId && signal.topic !== 'journal' },
  })

/** The reductions of a location: a person enters and ends them, and takes their list along. */
export function useReductionActions(locationId: number) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['energy', locationId] })
  const params = { id: locationId }
  return {
    reduce: useChange({
      mutationFn: (body: ReductionBody, idempotency) => request(energy.reduce, { params, body, idempotency }),
      onSettled,
    }),
    end: useChange({
      mutationFn: (reductionId: number, idempotency) =>
        request(energy.endReduction, { params: { ...params, reductionId }, idempotency }),
      onSettled,
    }),
    download: useChange({
      mutationFn: (format: SheetFormat) => downloadFile(energy.reductionsFile, { format }, { params }),
    }),
  }
}

/** The wiring of a location as it was saved, for who changes it. */
export const siteQuery = (locationId: number) =>
  queryOptions({
    queryKey: ['energy', locationId, 'site'],
    queryFn: ({ signal }) => request(energy.site, { params: { id: locationId } }, signal),
    // who changes it begins with the last version
    gcTime: 0,
  })

export type MeasuresPeriod = (typeof energy.measures.query)['_zod']['input']['period']

/** How well a location served its cars in the days until today. */
export const measuresQuery = (locationId: number, period: MeasuresPeriod) =>
  queryOptions({
    queryKey: ['energy', locationId, 'measures', period],
    queryFn: ({ signal }) =>
      request(energy.measures, { params: { id: locationId }, query: { period } }, signal),
    refetchInterval: curvePollMs,
    meta: { live: () => false },
  })

/** Last week with other settings; null: nothing is to be played yet. */
export const simulationQuery = (locationId: number, body: EnergySimulationBody | null) =>
  queryOptions({
    queryKey: ['energy simulation', locationId, body],
    queryFn: ({ signal }) =>
      // without a body the query is not enabled
      request(energy.simulate, { params: { id: locationId }, body: body! }, signal),
    enabled: body !== null,
    // it costs the server seconds
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Saves the wiring of a location. */
export function useSaveSite(locationId: number) {
  const client = useQueryClient()
  return useChange({
    mutationFn: (body: EnergySiteRead, idempotency) =>
      request(energy.saveSite, { params: { id: locationId }, body, idempotency }),
    onSuccess: (site) => client.setQueryData(siteQuery(locationId).queryKey, site),
    onSettled: () => client.invalidateQueries({ queryKey: ['energy', locationId, 'view'] }),
  })
}

/** The key with which meters and the grid operator call. */
export function useKeyActions(locationId: number) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['energy', locationId] })
  const params = { id: locationId }
  return {
    add: useChange({
      mutationFn: (_, idempotency) => request(energy.addKey, { params, idempotency }),
      onSettled,
    }),
    end: useChange({
      mutationFn: (_, idempotency) => request(energy.endKey, { params, idempotency }),
      onSettled,
    }),
  }
}
