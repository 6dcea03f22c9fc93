import { dayOf } from '@stationmaster/units'
import { Failure } from '../../../platform/http/failure.ts'
import { lengthOf, type Period } from './rules.ts'
import type { LocationFilter } from './store.ts'

/** people can choose years from five years ago to next year (domain.md#payments-and-reports) */
const daysMost = 366 * 7

/** The days between two instants. Throws request.invalid. */
export function periodOf(from: string, to: string, timeZone: string): Period {
  const period = { from: dayOf(new Date(from), timeZone), to: dayOf(new Date(to), timeZone) }
  const length = lengthOf(period)
  if (length < 1 || length > daysMost) {
    throw new Failure('request.invalid', [
      { path: 'to', message: 'The period must end after it begins and be shorter than seven years.' },
    ])
  }
  return period
}

/** Reads a comma list of ids; undefined means all. Throws request.invalid. */
export function idsOf(list: string | undefined): LocationFilter {
  if (list === undefined || list.trim() === '') return undefined
  const ids = list.split(',').map((part) => Number(part))
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 1)) {
    throw new Failure('request.invalid', [{ path: 'location_ids', message: 'A comma list of ids.' }])
  }
  return ids
}
