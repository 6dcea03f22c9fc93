import { contract, type OcppMessage } from '@stationmaster/contract'
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { request, requestCursored } from '../../../../api/calls/request.ts'
import { serverNow } from '../../../../api/live/server-clock.ts'
import { type ConsoleFilters, filterQuery } from './filters.ts'

const pageSize = 100
/** How often a followed journal is read when no signal comes; the server forgets a reader after two minutes. */
const pollMs = 15_000
/** A followed history with more new frames than this is opened again from the newest. */
const freshMost = 5000
/** Clocks of server and browser may differ by this much. */
const slackMs = 3000

/** Calls back from time to time, and on every signal, because a journal may have grown. */
const pulseQuery = (stationId: string, on: boolean) =>
  queryOptions({
    queryKey: ['journal', 'pulse', stationId],
    queryFn: () => Date.now(),
    enabled: on,
    staleTime: 0,
    refetchInterval: pollMs,
    meta: { live: (signal) => signal.topic === 'journal' && signal.id === stationId },
  })

/**
 * A station's frames, newest first: loads older pages on demand, and new frames while the history is followed. A
 * component that uses it has the filters in its key, so that they never change while it is mounted.
 */
export function useHistory(stationId: string, filters: ConsoleFilters, follow: boolean) {
  const [fresh, setFresh] = useState<readonly OcppMessage[]>([])
  const addFresh = useCallback(
    (frames: readonly OcppMessage[]) => setFresh((known) => joined(frames, known)),
    [],
  )
  const start = useRef(filters.at ? Date.parse(filters.at) : serverNow() - slackMs)
  const read = useRead(stationId, filters)
  const history = useInfiniteQuery({
    queryKey: ['journal', 'history', stationId, filters],
    queryFn: ({ pageParam, signal }) => read(pageParam ? { before: pageParam } : {}, signal),
    initialPageParam: filters.at ? `${Date.parse(filters.at) + 1}_0` : '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const pages = history.data?.pages
  const older = useMemo(() => pages?.flatMap(({ items }) => items), [pages])
  const frames = useMemo(() => older && [...fresh, ...older], [fresh, older])

  const readNewer = useReadNewer({ newest: frames?.[0], start: start.current, read, onFresh: addFresh })
  const ready = frames !== undefined
  const pulse = useQuery(pulseQuery(stationId, follow && ready)).dataUpdatedAt
  const latest = useRef(readNewer)
  latest.current = readNewer
  useEffect(() => {
    if (follow && ready && pulse > 0) latest.current(true).catch(() => undefined)
  }, [follow, ready, pulse])

  const lastPage = pages?.at(-1)
  const stopped = lastPage?.next && lastPage.items.length < pageSize ? lastPage.next : null
  return {
    frames,
    error: history.error,
    retry: history.refetch,
    hasOlder: history.hasNextPage,
    readsOlder: history.isFetchingNextPage,
    readOlder: () => void history.fetchNextPage(),
    /** a search has stopped for now at this instant (ms) */
    searchedTo: stopped === null ? null : Number(stopped.split('_')[0]),
    /** Reads the next page towards the present; resolves with whether there is more. */
    readNewer: () => readNewer(false),
    /** so many frames have come that the history should be opened again */
    overflows: fresh.length > freshMost,
  }
}

type Read = ReturnType<typeof useRead>

/** Reads a page of the frames that fit the filters, before or after a position. */
function useRead(stationId: string, filters: ConsoleFilters) {
  const query = useMemo(() => ({ ...filterQuery(filters), limit: pageSize }), [filters])
  return useCallback(
    (position: { before?: string; after?: string }, signal?: AbortSignal) =>
      requestCursored(
        contract.journal.messages,
        { params: { stationId }, query: { ...query, ...position } },
        signal,
      ),
    [stationId, query],
  )
}

interface NewerProps {
  /** the newest known frame */
  newest: OcppMessage | undefined
  /** where to begin while none is known (ms) */
  start: number
  read: Read
  onFresh: (frames: readonly OcppMessage[]) => void
}

/** Reads the frames after the newest known one: all of them, or one page; resolves with whether there is more. */
function useReadNewer({ newest, start, read, onFresh }: NewerProps) {
  const busy = useRef(false)
  return useCallback(
    async (all: boolean): Promise<boolean> => {
      if (busy.current) return true
      busy.current = true
      try {
        let after: string | null = newest ? newest.position : `${start}_0`
        while (after !== null) {
          const part: { items: OcppMessage[]; next: string | null } = await read({ after })
          if (part.items.length > 0) onFresh(part.items)
          after = part.next
          if (!all) return after !== null
        }
        return false
      } finally {
        busy.current = false
      }
    },
    [newest, start, read, onFresh],
  )
}

function joined(more: readonly OcppMessage[], known: readonly OcppMessage[]): OcppMessage[] {
  const ids = new Set(known.map(({ id }) => id))
  return [...more.filter(({ id }) => !ids.has(id)), ...known]
}

/** One frame with its whole payload. */
export const messageQuery = (stationId: string, id: number, at: string) =>
  queryOptions({
    queryKey: ['journal', 'message', stationId, id],
    queryFn: ({ signal }) =>
      request(contract.journal.message, { params: { stationId, id }, query: { at } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
