import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'

/** A station of a location for which somebody is responsible. */
export interface Watched {
  stationId: string
  number: number
  /** null: not connected */
  connectedAt: Date | null
  /** since when it is not connected; time in which our own server was down does not count */
  awaySince: Date
  /** it is in operation, so its silence matters */
  counts: boolean
  /** its last silence of which a mail was sent; null: none */
  notified: { at: Date; isOver: boolean } | null
}

/** The stations of a location to send mails about. */
export interface Notifications {
  silent: Watched[]
  /** no station of the location is connected */
  isWhole: boolean
  back: Watched[]
  /** a mail said that they are silent, but they are not watched any more: no mail is sent */
  dropped: string[]
}

/** a mail about a silent station also names others that have been away for at least this time */
const withinMs = MINUTE_MS
/** how long a station must be connected before a mail says that it is back */
const steadyMs = 5 * MINUTE_MS
/** how long after a mail about its silence a station may be reported silent again */
const pauseMs = HOUR_MS

const isOpen = ({ notified }: Watched): boolean => notified !== null && !notified.isOver

/** Decides which stations of a location to send mails about now. `silenceMs`: after what time of silence; null: no mails are wanted. */
export function notificationsOf(
  stations: readonly Watched[],
  silenceMs: number | null,
  now: Date,
): Notifications {
  const since = (at: Date) => now.getTime() - at.getTime()
  const watched = silenceMs === null ? [] : stations.filter(({ counts }) => counts)
  const away = watched.filter(({ connectedAt }) => connectedAt === null)
  const fresh = away.filter(
    (one) => !isOpen(one) && (one.notified === null || since(one.notified.at) >= pauseMs),
  )
  const isDue = fresh.some(({ awaySince }) => since(awaySince) >= (silenceMs ?? 0))
  const silent = isDue ? fresh.filter(({ awaySince }) => since(awaySince) >= withinMs) : []
  const returned = watched.filter((one) => isOpen(one) && one.connectedAt !== null)
  const isSteady = returned.some(({ connectedAt }) => connectedAt !== null && since(connectedAt) >= steadyMs)
  return {
    silent,
    isWhole:
      silent.length > 1 &&
      away.length === watched.length &&
      away.every((one) => isOpen(one) || silent.includes(one)),
    back: isSteady ? returned : [],
    dropped: stations
      .filter((one) => isOpen(one) && !watched.includes(one))
      .map(({ stationId }) => stationId),
  }
}
