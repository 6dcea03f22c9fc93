import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

/** Polled while the server does not answer, or says that it cannot serve yet or at present; the answer costs it nothing. */
const probePath = '/health/ready'
const probeEveryMs = 2000
const probeTimeoutMs = 5000
const justNowMs = 30_000
/** Kept over a reload without the server, so that the page still tells since when. */
const storageKey = 'stationmaster.lost-contact'

const listeners = new Set<() => void>()
/** ms of the server's clock */
let heardAt = serverNow()
/** the same; null while it is in contact */
let lostAt: number | null = null
let probing: Promise<boolean> | undefined
let nextProbe: ReturnType<typeof setTimeout> | undefined

function setLost(at: number | null) {
  if ((at === null) === (lostAt === null)) return
  lostAt = at
  if (at === null) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, String(at))
  for (const listener of listeners) listener()
}

/** Notes that the server has just said something: an answer, or a part of the live stream. */
export function heard(): void {
  if (lostAt === null) heardAt = serverNow()
  else void doubtContact()
}

/** Whether an answer says that the server is away, by a proxy before it, or does not serve at present. */
const isAway = (status: number) => status >= 502 && status <= 504

/** Notes an answer, whatever it says. */
export function heardAnswer({ status }: { status: number }): void {
  if (isAway(status)) void doubtContact()
  else heard()
}

async function probe(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeTimeoutMs)
    return !isAway((await fetch(probePath, { cache: 'no-store', signal })).status)
  } catch {
    return false
  }
}

/** Asks whether the server is there, after it seemed not to be; goes on asking until it is. */
export function doubtContact(): Promise<boolean> {
  clearTimeout(nextProbe)
  probing ??= probe().then((answered) => {
    probing = undefined
    if (answered) {
      heardAt = serverNow()
      setLost(null)
    } else {
      // a connection that broke was alive until now; one that fell silent, until it was heard last
      setLost(serverNow() - heardAt < justNowMs ? serverNow() : heardAt)
      nextProbe = setTimeout(doubtContact, probeEveryMs)
    }
    return answered
  })
  return probing
}

/** Listens to the browser's network state, and restores what the page knew before it was reloaded. */
export function watchContact(): void {
  heardAt = Number(sessionStorage.getItem(storageKey)) || heardAt
  window.addEventListener('offline', () => void doubtContact())
  window.addEventListener('online', () => void doubtContact())
}

/** Since when the server is out of contact, in ms of its clock; null while it is there. */
export const lostSince = (): number | null => lostAt

/** Calls back when contact is lost and when it is there again. */
export function onContact(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Resolves once the server is in contact. */
export async function untilContact(): Promise<void> {
  if (lostAt === null) return
  await new Promise<void>((resolve) => {
    const end = onContact(() => {
      end()
      resolve()
    })
  })
}

/** `lostSince` as a hook: renders again when it changes. */
export const useLostSince = (): number | null => useSyncExternalStore(onContact, lostSince, lostSince)
