import type { IncidentKind } from '@stationmaster/contract'

/** A trouble that belongs to no incident yet, as its source says it. */
export interface Fresh {
  subject: string
  stationId: string | null
  locationId: number | null
  since: Date
  word: string | null
  connector: number | null
  orderId: number | null
  /** what it has cost beside what its station does not earn */
  ownMinor: number
  /** who carries it out, the firmware that it is about, or the start of our own server */
  provider: string | null
  firmware: string | null
  server: string | null
  /** false: it has just begun; it belongs to what began before, and is no trouble alone */
  due: boolean
}

/** What sources decide by. */
export interface Look {
  now: Date
  /** since when there has been a server to which stations could connect */
  upSince: Date
}

/** kinds whose stations earn nothing while it lasts */
export const stopsEarning: readonly IncidentKind[] = ['silence', 'fault', 'sessions', 'handshakes']
