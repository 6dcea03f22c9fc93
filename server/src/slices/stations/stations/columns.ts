import { type Station, stationSchema } from '@stationmaster/contract'
import type { Selectable } from 'kysely'
import type { Schema } from '../../../platform/schema/schema.ts'

type Columns = Selectable<Schema['stations']>

/** Fields of the API's station that are not a column of its row, or are shown otherwise than it is stored. */
const made = [
  'location_name',
  'location_city',
  'location_street',
  'owner_first_name',
  'owner_last_name',
  'owner_email',
  'status',
  'status_since',
  'online',
  'configured',
  'hold',
  'registration',
  'maintenance',
  'parking',
  'evses',
  'data_transfer',
  'ping_timestamp',
  'last_session_at',
  'uptime',
  'created_at',
  'needs_pro',
  'needs_admission',
  'sales_paused',
  'reserves',
  'unknown_connectors',
  'unreported_connectors',
  'technical',
  'descriptions',
  'connectors_descriptor',
  'can',
] as const satisfies readonly (keyof Station)[]
type Shown = Exclude<keyof Station, (typeof made)[number]>

const namesOf = <T extends object>(shape: T) => Object.keys(shape) as (keyof T & string)[]

/** Columns that everybody sees as they are stored: whatever else the API's station has. */
export const shownColumns = namesOf(stationSchema.shape).filter(
  (name) => !(made as readonly string[]).includes(name),
) as Shown[] satisfies (keyof Columns)[]

/** Columns that administrators see as they are stored. */
export const technicalColumns = namesOf(
  stationSchema.shape.technical.unwrap().shape,
) satisfies (keyof Columns)[]

/** Columns that the rest is made of. */
const others = [
  'parking_car',
  'parking_bike',
  'data_transfer',
  'descriptions',
  'connectors_descriptor',
  'created_at',
  'booted_at',
  'hold',
  'hold_interval_seconds',
  'held',
  'sales_paused_at',
  'reserved_at',
  'unknown_connectors',
] as const satisfies readonly (keyof Columns)[]

/** What is read of a station's row, and its type: never a secret. */
export const readColumns = [...shownColumns, ...technicalColumns, ...others]
export type ReadColumns = Pick<Columns, (typeof readColumns)[number]>

export const picked = <T, K extends keyof T>(row: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<T, K>
