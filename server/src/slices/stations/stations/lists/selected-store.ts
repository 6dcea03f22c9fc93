import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../../platform/http/caller.ts'
import { chosenStations, type StationChoice } from '../store.ts'

/** Named stations, or all that a filter matches, except some. */
export type Selection =
  | { of: 'stations'; ids: readonly string[] }
  | { of: 'filter'; choice: StationChoice; except: readonly string[] }

/** The SQL condition that the caller may see `stations s` and has selected it. */
export const isSelected = (caller: Caller, selection: Selection): RawBuilder<unknown> =>
  selection.of === 'stations'
    ? sql`${chosenStations(caller, {})} and s.id = any(${[...new Set(selection.ids)]}::text[])`
    : sql`${chosenStations(caller, selection.choice)} and s.id <> all(${selection.except}::text[])`
