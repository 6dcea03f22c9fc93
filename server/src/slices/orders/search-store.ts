import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'

/** What a search text names. */
export interface Sought {
  /** of an order or a station */
  number: number | null
  /** how a card's number begins, as a pattern: cards that are nobody's stand on their orders only */
  cardPattern: string
  tokens: string[]
  stationIds: string[]
  driverIds: number[]
  locationIds: number[]
}

/**
 * Searches the small tables, so that orders are found by their keys, of which the planner knows how many there are: a number, a part of
 * a station's ID, of a driver's card, name or phone, of a place's name or address, or the beginning of an unknown card's number.
 */
export async function seek(db: Db, search: string): Promise<Sought> {
  const escaped = search.replace(/[\\%_]/g, '\\$&')
  const [like, card] = [`%${escaped}%`, escaped.toUpperCase()]
  const number = /^#?\d{1,12}$/.test(search) ? Number(search.replace('#', '')) : null
  const { rows } = await sql<Pick<Sought, 'tokens' | 'stationIds' | 'driverIds' | 'locationIds'>>`
    select array(select token from id_token_view where token like ${`%${card}%`}) as tokens,
      array(select id from station_view where id ilike ${like} or number = ${number}::bigint) as "stationIds",
      array(select id from driver_view where phone like ${like} or first_name || ' ' || last_name ilike ${like}) as "driverIds",
      array(select id from location_view where name ilike ${like} or city ilike ${like} or street ilike ${like})
        as "locationIds"`.execute(db)
  return { number, cardPattern: `${card}%`, ...rows[0]! }
}

/** Orders (as o) that a search names. */
export const matching = ({ number, cardPattern, ...ids }: Sought): RawBuilder<unknown> => sql`(
  o.id = ${number}::bigint or o.rfid like ${cardPattern} or o.rfid = any(${ids.tokens}::text[])
  or o.station_id = any(${ids.stationIds}::text[]) or o.driver_id = any(${ids.driverIds}::bigint[])
  or o.location_id = any(${ids.locationIds}::bigint[]))`
