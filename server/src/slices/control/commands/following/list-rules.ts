import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import type { Failure } from '../../../../platform/http/failure.ts'

const firstMs = MINUTE_MS
const longestMs = HOUR_MS

/** How long a list waits after so many failures before this one: twice as long each time, an hour at most. */
export const nextTryMs = (failures: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(failures, 10))

/** What a station says that has no local list: OCPP-J 4.2.3 and 1.6 clause 7.48. */
const noLists = new Set(['NotSupported', 'NotImplemented'])
/** what a station says whose list is another than ours, in both versions */
const misfitting = new Set(['VersionMismatch', 'Failed'])

/** What a failed attempt says: in one word, whether the station has no lists, and whether the whole list may help. */
export function wordOfFailure({ code, details }: Pick<Failure, 'code' | 'details'>): {
  answer: string
  unsupported: boolean
  misfits: boolean
} {
  const { status, code: error } = (details ?? {}) as { status?: string; code?: string }
  const answer = status ?? error ?? code
  return {
    answer,
    unsupported: code === 'station.unsupported' || noLists.has(answer),
    misfits: code === 'station.list_unfinished' && misfitting.has(answer),
  }
}
