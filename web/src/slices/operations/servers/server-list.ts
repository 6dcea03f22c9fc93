import { contract } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

/** Servers write every five seconds. */
const refreshMs = 5_000

/** The servers of the network, loaded again every five seconds. */
export const useServerList = () =>
  useQuery({
    queryKey: ['servers'],
    queryFn: ({ signal }) => request(contract.servers.list, {}, signal),
    refetchInterval: refreshMs,
  })
