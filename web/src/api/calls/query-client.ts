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
    // a change that a person makes while the server is away must not be sent later without their knowledge
    mutations: { networkMode: 'always' },
  },
})

// without contact no query is sent; when it is back, all visible queries are
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
