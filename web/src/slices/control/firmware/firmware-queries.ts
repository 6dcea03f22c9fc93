import {
  contract,
  type FirmwareState,
  type MoveBody,
  type Rollout,
  type RolloutBody,
} from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { request, requestCounted } from '../../../api/calls/request.ts'
import { usePages } from '../../../api/calls/use-pages.ts'
import { useChange } from '../../../api/use-change.ts'

const openPollMs = 5_000
const pollMs = 30_000
const pageSize = 100
const { firmware } = contract

const isOver = ({ finished_at }: Rollout): boolean => finished_at !== null

/** The versions in the fleet. */
export const fleetQuery = queryOptions({
  queryKey: ['firmware', 'fleet'],
  queryFn: ({ signal }) => request(firmware.fleet, {}, signal),
  refetchInterval: pollMs,
  meta: { live: (signal) => signal.topic === 'firmware' },
})

export const filesQuery = queryOptions({
  queryKey: ['firmware', 'files'],
  queryFn: ({ signal }) => request(firmware.files, {}, signal),
  meta: { live: (signal) => signal.topic === 'firmware' },
})

/** The newest roll-outs. */
export const rolloutsQuery = queryOptions({
  queryKey: ['firmware', 'rollouts'],
  queryFn: ({ signal }) => request(firmware.rollouts, { query: {} }, signal),
  refetchInterval: pollMs,
  meta: { live: (signal) => signal.topic === 'firmware' },
})

/** One roll-out; live, with a poll behind it until it is over. */
export const rolloutQuery = (id: number) =>
  queryOptions({
    queryKey: ['firmware', 'rollout', id],
    queryFn: ({ signal }) => request(firmware.rollout, { params: { id } }, signal),
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : openPollMs),
    meta: { live: (signal) => signal.topic === 'firmware' && signal.id === id },
  })

/** The stations of a roll-out; only the rows in sight are loaded. */
export function useRolloutStations(rollout: Rollout, state: FirmwareState | undefined) {
  const { id } = rollout
  return usePages({
    queryKey: ['firmware', 'stations', id, state ?? ''],
    size: pageSize,
    load: (offset, signal) =>
      requestCounted(
        firmware.stations,
        { params: { id }, query: { state, limit: pageSize, offset } },
        signal,
      ),
    refreshMs: isOver(rollout) ? false : openPollMs,
    live: (signal) => signal.topic === 'firmware' && signal.id === id,
  })
}

/** The actions on files and roll-outs; every screen that shows them is read again afterwards. */
export function useFirmwareActions() {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['firmware'] })
  const start = useChange({
    mutationFn: (body: RolloutBody, idempotency) => request(firmware.start, { body, idempotency }),
    onSettled,
  })
  const move = useChange({
    mutationFn: (body: MoveBody, idempotency) => request(firmware.move, { body, idempotency }),
    onSettled,
  })
  const change = useChange({
    mutationFn: ({ id, how }: { id: number; how: 'pause' | 'continue' | 'cancel' }) =>
      request(firmware[how], { params: { id } }),
    onSettled,
  })
  const remove = useChange({
    mutationFn: (id: number) => request(firmware.remove, { params: { id } }),
    onSettled,
  })
  return { start, move, change, remove }
}
