import { contract, type StationTaskBody, type StationTaskState } from '@stationmaster/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'

const busyPollMs = 1_500
const pollMs = 30_000
/** an update without news for this long is taken as ended */
const patienceMs = 10 * 60_000

/** Whether a firmware update is under way. */
export function updates({ firmware }: StationTaskState, now: number): boolean {
  if (!firmware) return false
  const last = firmware.steps.at(-1)
  const ended = last !== undefined && last.outcome !== 'under_way'
  return !ended && now - Date.parse(last?.at ?? firmware.asked_at) < patienceMs
}

/** The tasks of a station; read often while one is under way. */
export const tasksQuery = (id: string) =>
  queryOptions({
    queryKey: ['stations', 'tasks', id],
    queryFn: ({ signal }) => request(contract.stationTasks.state, { params: { id } }, signal),
    refetchInterval: ({ state: { data } }) =>
      data && (data.uploads.some(({ open }) => open) || updates(data, Date.now())) ? busyPollMs : pollMs,
    meta: { live: (signal) => signal.topic === 'station' && signal.id === id },
  })

/** The firmware files that are kept for a station's model. */
export const useKeptFirmware = (id: string) =>
  useQuery({
    queryKey: ['firmware', 'for', id],
    queryFn: ({ signal }) => request(contract.firmware.forStation, { params: { id } }, signal),
  })

/** Sends a task to a station, and reads the station's tasks again when it has ended. */
export function useTask(id: string) {
  const client = useQueryClient()
  return useChange({
    mutationFn: (body: StationTaskBody, idempotency) =>
      request(contract.stationTasks.run, { params: { id }, body, idempotency }),
    onSettled: () => client.invalidateQueries({ queryKey: tasksQuery(id).queryKey }),
  })
}

export type Task = ReturnType<typeof useTask>

export interface TaskPanelProps {
  stationId: string
  state: StationTaskState
}
