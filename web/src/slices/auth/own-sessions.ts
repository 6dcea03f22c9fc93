import type { Session } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { loadContract } from '../../api/load-contract.ts'
import { request } from '../../api/request.ts'
import { useChange } from '../../api/use-change.ts'

const baseKey = ['sessions'] as const

/** Where one is signed in, the latest used first. */
export const useSessions = () =>
  useQuery({
    queryKey: baseKey,
    queryFn: async ({ signal }) => {
      const contract = await loadContract()
      return request(contract.auth.sessions, {}, signal)
    },
  })

/** Ends one of the own sessions, or all but this one. */
export function useEndSessions() {
  const client = useQueryClient()
  return useChange({
    mutationFn: async (which: Session | 'others') => {
      const { auth } = await loadContract()
      if (which === 'others') await request(auth.endOtherSessions, {})
      else await request(auth.endSession, { params: { id: which.id } })
    },
    onSettled: () => client.invalidateQueries({ queryKey: baseKey }),
  })
}
