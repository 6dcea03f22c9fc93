import type { LiveRereading, LiveSignal } from '@stationmaster/contract'
import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient } from '../calls/query-client.ts'
import { session } from '../session.ts'
import { authorizedFetch } from '../tokens.ts'
import { doubtContact, heard, untilContact } from './contact.ts'
import { readEvents } from './sse.ts'

type Message = { signal: LiveSignal | LiveRereading } | { connected: boolean } | { asks: 'connected' }

/** Signals come in bursts (a meter value per car): one refetch of a query a second is enough. */
const coalesceMs = 1000
const retryMinMs = 2000
const retryMaxMs = 30_000
/** The server comments on an idle stream every 20 s: one that is silent for longer is dead, whatever the socket says. */
const silentMs = 45_000

let connected = false
let leading = false
const listeners = new Set<() => void>()
const channel = new BroadcastChannel('stationmaster.live')
let pending: LiveSignal[] = []
const hearers = new Set<(signals: readonly LiveSignal[]) => void>()

/** Calls back with the signals of each second, for data that is reloaded in parts; returns how to stop. */
export function onSignals(hear: (signals: readonly LiveSignal[]) => void): () => void {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}

function setConnected(now: boolean) {
  if (connected === now) return
  connected = now
  for (const listener of listeners) listener()
}

function receive(message: Message) {
  if ('connected' in message) {
    setConnected(message.connected)
    if (!message.connected) void doubtContact()
  } else if ('asks' in message) leading && channel.postMessage({ connected } satisfies Message)
  else {
    if (message.signal.topic === 'all') return rereadAll()
    if (pending.length === 0) setTimeout(refetch, coalesceMs)
    pending.push(message.signal)
  }
}

function refetch() {
  const signals = pending
  pending = []
  for (const hear of hearers) hear(signals)
  reread(({ meta }) => meta?.live !== undefined && signals.some(meta.live))
}

/** Queries that are read once more after the reading that is under way. */
const behind = new Set<Query>()

/** Reads queries again. A reading under way is not cut off, or under steady signals a busy server would never end one. */
function reread(isConcerned: (query: Query) => boolean) {
  const concerned = queryClient.getQueryCache().findAll({ predicate: isConcerned })
  const busy = new Set(concerned.filter(({ state }) => state.fetchStatus === 'fetching'))
  void queryClient.invalidateQueries({ predicate: (query) => isConcerned(query) && !busy.has(query) })
  for (const query of busy) {
    if (behind.has(query)) continue
    behind.add(query)
    const again = () => {
      behind.delete(query)
      reread((one) => one === query)
    }
    void Promise.resolve(query.promise).then(again, again)
  }
}

/** Signals may have been lost: everything that they keep up to date is read again. */
function rereadAll() {
  for (const hear of hearers) hear([])
  reread(({ meta }) => meta?.live !== undefined)
}

function publish(message: Message) {
  channel.postMessage(message)
  receive(message)
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** fetch with the log-in that may read the stream */
type Ask = (url: string, init: RequestInit) => Promise<Response>

/** Reads one stream to its end, and ends it when it falls silent. */
async function readStream(until: AbortSignal, ask: Ask, onOpen: () => void) {
  const stream = new AbortController()
  const end = () => stream.abort()
  until.addEventListener('abort', end)
  let timer = setTimeout(end, silentMs)
  const alive = () => {
    heard()
    clearTimeout(timer)
    timer = setTimeout(end, silentMs)
  }
  try {
    const { signal } = stream
    const answer = await ask('/api/v1/live', { signal, headers: { accept: 'text/event-stream' } })
    if (!answer.ok || !answer.body) return
    onOpen()
    publish({ connected: true })
    for await (const event of readEvents(answer.body, alive)) publish({ signal: JSON.parse(event) })
  } finally {
    clearTimeout(timer)
    until.removeEventListener('abort', end)
  }
}

async function lead(until: AbortSignal, ask: Ask = authorizedFetch) {
  leading = true
  let wait = retryMinMs
  while (!until.aborted) {
    try {
      await readStream(until, ask, () => {
        wait = retryMinMs
      })
    } catch {
      wait = Math.min(wait * 2, retryMaxMs)
    }
    publish({ connected: false })
    if (until.aborted) break
    const reached = await doubtContact()
    await (reached ? pause(wait) : untilContact())
  }
  leading = false
}

/** Keeps one live stream a browser: the tab that holds the lock reads it and tells the others. Ends with the session. */
export function followLive(): () => void {
  const end = new AbortController()
  channel.onmessage = (event: MessageEvent<Message>) => receive(event.data)
  channel.postMessage({ asks: 'connected' } satisfies Message)
  const run = () => (session.get() ? lead(end.signal) : Promise.resolve())
  if (navigator.locks) {
    navigator.locks
      .request('stationmaster.live', { signal: end.signal }, run)
      .catch(() => setConnected(false))
  } else void run()
  return () => {
    end.abort()
    setConnected(false)
  }
}

/** Reads a stream as a screen with a key of its own, which shares none with the tabs of a session. */
export function followLiveAs(ask: Ask): () => void {
  const end = new AbortController()
  void lead(end.signal, ask)
  return () => {
    end.abort()
    setConnected(false)
  }
}

/** Whether signals come in at present; the polling of the screens goes on either way. */
export function useLiveConnected(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => connected,
  )
}
