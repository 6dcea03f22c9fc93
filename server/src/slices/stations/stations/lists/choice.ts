import type { bulkSelectionBody, stationChoice } from '@stationmaster/contract'
import type { z } from 'zod'
import { Failure } from '../../../../platform/http/failure.ts'
import type { StationChoice } from '../store.ts'
import type { Selection } from './selected-store.ts'

type StationQuery = { [K in keyof typeof stationChoice]?: z.output<(typeof stationChoice)[K]> | undefined }

/** Translates the filters of the API into those of the store. */
export const choiceOf = ({ search, status, model, ...query }: StationQuery): StationChoice => ({
  search,
  status,
  model,
  locationId: query.location_id,
  monetized: flagOf(query.monetized),
  online: flagOf(query.online),
  vendorName: query.vendor_name,
  firmwareVersion: query.firmware_version,
  down: flagOf(query.down),
})

const flagOf = (flag: 'true' | 'false' | undefined): boolean | undefined => flag && flag === 'true'

/** Translates a selection of the API into that of the store. */
export const selectionOf = (requested: z.output<typeof bulkSelectionBody>): Selection =>
  requested.of === 'stations'
    ? requested
    : { of: 'filter', choice: choiceOf(requested.filter), except: requested.except }

/** Throws station.not_found where a named station is not there, as the calls for a single one do. */
export function checkFound(selection: Selection, found: number): void {
  if (selection.of === 'stations' && found < new Set(selection.ids).size)
    throw new Failure('station.not_found')
}
