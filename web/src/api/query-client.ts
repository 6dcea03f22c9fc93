import type { LiveSignal } from '@stationmaster/contract'
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error
    queryMeta: {
      /** Which live signals make this query stale; see live.ts. */
      live?: (signal: LiveSignal) => boolean
    }
  }
}

const isFinal = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && !isFinal(error),
      refetchOnWindowFocus: true,
    },
  },
})
