import { contract, type Session } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'

const baseKey = ['sessions'] as const

/** The person's own sessions, the last used first. */
export const useSessions = () =>
  useQuery({
    queryKey: baseKey,
    queryFn: ({ signal }) => request(contract.auth.sessions, {}, signal),
  })

/** Ends one of the own sessions, or all but this one. */
export function useEndSessions() {
  const client = useQueryClient()
  return useChange({
    mutationFn: async (which: Session | 'others') => {
      if (which === 'others') await request(contract.auth.endOtherSessions, {})
      else await request(contract.auth.endSession, { params: { id: which.id } })
    },
    onSettled: () => client.invalidateQueries({ queryKey: baseKey }),
  })
}
