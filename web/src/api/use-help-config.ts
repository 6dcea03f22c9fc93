import type { HelpConfig } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { loadNetwork } from './network.ts'

/** What visitors may know of the network; undefined until it is loaded. */
export const useHelpConfig = (): HelpConfig | undefined =>
  useQuery({ queryKey: ['help', 'config'], queryFn: loadNetwork, staleTime: Number.POSITIVE_INFINITY }).data
