import { contract, type Takeover, type TakeoverSystem } from '@stationmaster/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'
import { saveCsvFile } from '../../../api/files/save-file.ts'
import { useChange } from '../../../api/use-change.ts'

/** while a server works on one */
const refreshMs = 1000

const isWorkedOn = ({ state }: Takeover): boolean => state === 'checking' || state === 'applying'

/** What was taken over, the latest first: where one has not ended, it is the first. */
export const takeoversQuery = queryOptions({
  queryKey: ['takeovers'],
  queryFn: ({ signal }) => request(contract.takeovers.list, {}, signal),
  refetchInterval: ({ state }) => state.data?.some(isWorkedOn) && refreshMs,
})

/** The one that has not ended. */
export const openOf = (all: readonly Takeover[]): Takeover | undefined => all.find(({ can }) => can.stop)

export function useBegin() {
  const client = useQueryClient()
  return useChange({
    mutationFn: (body: { system: TakeoverSystem; source: string }, idempotency) =>
      request(contract.takeovers.begin, {
        body: { system: body.system, ...(body.source.trim() ? { source: body.source.trim() } : {}) },
        idempotency,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: takeoversQuery.queryKey }),
  })
}

/** Checks, starts or ends one. */
export function useStep(step: 'check' | 'start' | 'stop', id: number) {
  const client = useQueryClient()
  return useChange({
    mutationFn: (_, idempotency) => request(contract.takeovers[step], { params: { id }, idempotency }),
    onSettled: () => client.invalidateQueries({ queryKey: takeoversQuery.queryKey }),
  })
}

/** Downloads the report of one. */
export const useReport = ({ id, source }: Takeover) =>
  useChange({
    mutationFn: async () => {
      const csv = await request(contract.takeovers.sheet, { params: { id } })
      saveCsvFile(`takeover-${id}-${source.replaceAll(/[^\w-]+/g, '-')}.csv`, csv)
    },
  })
