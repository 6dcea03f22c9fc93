import type { LiveSignal } from '@stationmaster/contract'
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { lostSince, onContact } from '../live/contact.ts'
import { session } from '../session.ts'
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
    // what somebody asked for while the server was away must not be done later, behind their back
    mutations: { networkMode: 'always' },
  },
})

// without contact nothing is asked for; when it is back, everything that is seen
onlineManager.setEventListener((setOnline) =>
  onContact(() => {
    setOnline(lostSince() === null)
    if (lostSince() === null) void queryClient.invalidateQueries({}, { cancelRefetch: false })
  }),
)

/** What one person was shown is not there for the next, in whichever tab the session has ended. */
let person = session.get()?.manager?.id
session.subscribe(() => {
  const next = session.get()?.manager?.id
  if (person !== undefined && next !== person) queryClient.clear()
  person = next
})
