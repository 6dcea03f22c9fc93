import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'

/** A station of a location that somebody is responsible for. */
export interface Watched {
  stationId: string
  number: number
  /** null: it is not connected */
  connectedAt: Date | null
  /** since when it is not, as far as that is its own doing */
  awaySince: Date
  /** nobody has taken it out of operation */
  counts: boolean
  /** its last silence that was told; null: none was */
  told: { at: Date; isOver: boolean } | null
}

/** What is told of a location's stations in one mail, and what is told no more. */
export interface Told {
  silent: Watched[]
  /** nothing of the location is connected */
  isWhole: boolean
  back: Watched[]
  /** told as silent, and not watched any more: nobody is mailed */
  dropped: string[]
}

/** what went away, or came back, within this time of one that is told is told with it */
const withinMs = MINUTE_MS
/** one that comes back is told once it has stayed for so long */
const steadyMs = 5 * MINUTE_MS
/** how long after a silence was told a station may be told as silent again */
const pauseMs = HOUR_MS

const isOpen = ({ told }: Watched): boolean => told !== null && !told.isOver

/** What of a location's stations is to be told now. `silenceMs`: after how long; null: nobody wants to know. */
export function toldOf(stations: readonly Watched[], silenceMs: number | null, now: Date): Told {
  const since = (at: Date) => now.getTime() - at.getTime()
  const watched = silenceMs === null ? [] : stations.filter(({ counts }) => counts)
  const away = watched.filter(({ connectedAt }) => connectedAt === null)
  const fresh = away.filter((one) => !isOpen(one) && (one.told === null || since(one.told.at) >= pauseMs))
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
