import { contract, type Manager } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

const refreshMs = 300_000

/** What is due to an owner, or what the network has captured, in kopecks, and whose it is; undefined for operators, who do not see it. */
export function useBalance(manager: Manager) {
  const query = useQuery({
    queryKey: ['managers', 'balance', manager.id],
    queryFn: ({ signal }) => request(contract.managers.balance, { params: { id: manager.id } }, signal),
    enabled: manager.role !== 'operator',
    staleTime: refreshMs,
    refetchInterval: refreshMs,
  })
  return query.data
}
