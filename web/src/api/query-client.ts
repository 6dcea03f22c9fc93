import type { LiveSignal } from '@stationmaster/contract'
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { session } from './session.ts'

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

/** What one person was shown is not there for the next, in whichever tab the session has ended. */
let person = session.get()?.manager?.id
session.subscribe(() => {
  const next = session.get()?.manager?.id
  if (person !== undefined && next !== person) queryClient.clear()
  person = next
})
