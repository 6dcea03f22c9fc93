import { first } from '@stationmaster/units'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** The keys that a search text finds. */
export interface Sought {
  /** number of an order or a station */
  number: number | null
  /** pattern for the beginning of a card's number: unknown cards are stored only with their orders */
  cardPattern: string
  tokens: string[]
  stationIds: string[]
  driverIds: number[]
  locationIds: number[]
}

/** The number in a search text, as screens, files and mails write numbers: 28291601, 28 291 601, #0412, № 412; null: it is not a number. */
export function numberIn(search: string): number | null {
  const digits = search.replace(/^[#№]/, '').replaceAll(/\s/g, '')
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null
}

/**
 * Searches the small tables, so that orders are found by keys that the planner can estimate: a number, a part of a station's ID, of a
 * driver's card, name or phone, of a location's name or address, or the beginning of an unknown card's number.
 */
export async function seek(db: Db, search: string): Promise<Sought> {
  const escaped = search.replace(/[\\%_]/g, '\\$&')
  const [like, card] = [`%${escaped}%`, escaped.toUpperCase()]
  const number = numberIn(search)
  const { rows } = await sql<Pick<Sought, 'tokens' | 'stationIds' | 'driverIds' | 'locationIds'>>`
    select array(select token from id_token_view where token like ${`%${card}%`}) as tokens,
      array(select id from station_view where id ilike ${like} or number = ${number}::bigint) as "stationIds",
      array(select id from driver_view where phone like ${like} or first_name || ' ' || last_name ilike ${like}) as "driverIds",
      array(select id from location_view where name ilike ${like} or city ilike ${like} or street ilike ${like})
        as "locationIds"`.execute(db)
  return { number, cardPattern: `${card}%`, ...first(rows) }
}

/** The ways to the orders (as o) of a search, each with its own index: by one of some keys, or by the beginning of a card's number. */
const ways = ({ number, cardPattern, ...ids }: Sought) => {
  const byKey = (column: string, type: string, keys: readonly (string | number)[]) => {
    const list = sql`${keys}::${sql.raw(type)}[]`
    return { is: sql`${sql.ref(`o.${column}`)} = any(${list})`, keys: list, column: sql.ref(`o.${column}`) }
  }
  return [
    byKey('id', 'bigint', number === null ? [] : [number]),
    { is: sql`o.rfid like ${cardPattern}` },
    byKey('rfid', 'text', ids.tokens),
    byKey('driver_id', 'bigint', ids.driverIds),
    byKey('station_id', 'text', ids.stationIds),
    byKey('location_id', 'bigint', ids.locationIds),
  ]
}

/** The condition for orders (as o) of a search. */
export const matching = (sought: Sought): RawBuilder<unknown> =>
  sql`(${sql.join(
    ways(sought).map(({ is }) => is),
    sql` or `,
  )})`

/**
 * Orders of a search that meet the conditions (on o), each once, at most `most`. Every key is searched by itself: otherwise the planner
 * assumes that each of a dozen stations has an average number of orders, and reads all orders instead, even if none has ever charged.
 */
export function found(sought: Sought, conditions: RawBuilder<unknown>, most: number): RawBuilder<unknown> {
  const all = ways(sought)
  const selects = all.map((way, nth) => {
    const earlier = sql.join([...all.slice(0, nth).map(({ is }) => is), sql`false`], sql` or `)
    const where = sql`${conditions} and (${earlier}) is not true`
    return 'keys' in way
      ? sql`select o.* from unnest(${way.keys}) k(key)
          cross join lateral (select o.* from orders o where ${way.column} = k.key and ${where} limit ${most}) o`
      : sql`select o.* from orders o where ${way.is} and ${where}`
  })
  return sql`(select o.* from (${sql.join(selects, sql` union all `)}) o limit ${most})`
}
