import type {
  InsightPlace,
  OutcomeGroup,
  OutcomeRow,
  Outcomes,
  StationFigures,
  UptimeDown,
} from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { visibleLocations } from '../../places/locations/access/scope-store.ts'
import type { Standing, Used } from './insight-rules.ts'
import type { Period } from './rules.ts'

/** Days, locations and station of a query. */
export interface InsightRange extends Period {
  locationIds: readonly number[] | undefined
  stationId: string | undefined
}

const within = (caller: Caller, { from, to, locationIds, stationId }: InsightRange, name: string) => sql`
  ${sql.ref(`${name}.day`)} between ${from} and ${to} and ${at(caller, { locationIds, stationId }, `${name}.location_id`, `${name}.station_id`)}`

const at = (
  caller: Caller,
  { locationIds, stationId }: Pick<InsightRange, 'locationIds' | 'stationId'>,
  location: string,
  station: string,
) => sql`${visibleLocations(caller, location)}
  and ${locationIds === undefined ? sql`true` : sql`${sql.ref(location)} = any(${locationIds}::bigint[])`}
  and ${stationId === undefined ? sql`true` : sql`${sql.ref(station)} = ${stationId}`}`

const outcomeSums = sql`
  coalesce(sum(h.attempts), 0) as attempts, json_build_object('authorisation', coalesce(sum(h.failed_authorisation), 0),
    'start', coalesce(sum(h.failed_start), 0), 'energy', coalesce(sum(h.failed_energy), 0),
    'stop', coalesce(sum(h.failed_stop), 0)) as failed`

/** The results of the sessions of a period. */
export async function sumOutcomes(db: Db, caller: Caller, range: InsightRange): Promise<Outcomes> {
  const { rows } = await sql<Outcomes>`
    select ${outcomeSums} from hourly_outcome_view h where ${within(caller, range, 'h')}`.execute(db)
  return first(rows)
}

type Stage = keyof Outcomes['failed']

const failedAt = (stage: Stage | undefined): RawBuilder<unknown> =>
  stage === undefined
    ? sql`sum(h.failed_authorisation + h.failed_start + h.failed_energy + h.failed_stop)`
    : sql`sum(${sql.ref(`h.failed_${stage}`)})`

const keys: Record<OutcomeGroup, RawBuilder<unknown>> = {
  location: sql`h.location_id, null::text as station_id, null::bigint as connector_id, null::text as name`,
  station: sql`h.location_id, h.station_id, null::bigint as connector_id, null::text as name`,
  connector: sql`h.location_id, h.station_id, h.connector_id, null::text as name`,
  model: sql`null::bigint as location_id, null::text as station_id, null::bigint as connector_id,
    (select coalesce(s.model, '') from station_view s where s.id = h.station_id) as name`,
  firmware: sql`null::bigint as location_id, null::text as station_id, null::bigint as connector_id, h.firmware as name`,
}

const rowsMost = 20

/** Where most sessions of a period failed, at one stage or at any. */
export async function listOutcomes(
  db: Db,
  caller: Caller,
  range: InsightRange,
  { by, stage }: { by: OutcomeGroup; stage: Stage | undefined },
): Promise<OutcomeRow[]> {
  const { rows } = await sql<OutcomeRow>`
    select g.location_id, l.name as location_name, g.station_id, s.number as station_number, g.connector_id,
      c.number as connector_number, c.type as connector_type, g.name, g.attempts, g.failed
    from (
      select h.location_id, h.station_id, h.connector_id, h.name, ${outcomeSums}, ${failedAt(stage)} as failures
      from (
        select ${keys[by]}, h.attempts, h.failed_authorisation, h.failed_start, h.failed_energy, h.failed_stop
        from hourly_outcome_view h where ${within(caller, range, 'h')}
      ) h group by h.location_id, h.station_id, h.connector_id, h.name
      having ${failedAt(stage)} > 0
      order by failures desc, sum(h.attempts), h.name, h.connector_id limit ${rowsMost}
    ) g
    left join location_view l on l.id = g.location_id
    left join station_view s on s.id = g.station_id
    left join connector_view c on c.id = g.connector_id
    order by g.failures desc, g.attempts, g.name, g.connector_id`.execute(db)
  return rows
}

/** Seconds in which cars were plugged in, by weekday (1 is Monday) and hour. */
export async function listUsed(db: Db, caller: Caller, range: InsightRange): Promise<Used[]> {
  const { rows } = await sql<Used>`
    select extract(isodow from h.day)::int as weekday, h.hour, sum(h.plugged_seconds) as seconds
    from hourly_outcome_view h where ${within(caller, range, 'h')}
    group by 1, 2`.execute(db)
  return rows
}

/** How many EVSEs were added on which day. */
export async function listStanding(db: Db, caller: Caller, range: InsightRange): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select (s.created_at at time zone network_zone())::date as since, count(distinct (s.id, c.evse_number)) as evses
    from station_view s join connector_view c on c.station_id = s.id
    where s.deleted_at is null and ${at(caller, range, 's.location_id', 's.id')}
    group by 1`.execute(db)
  return rows
}

/** Revenue, energy and results of sessions by location; operators see no revenue. */
export async function listPlaces(db: Db, caller: Caller, range: InsightRange): Promise<InsightPlace[]> {
  const revenue =
    caller.role === 'operator' ? sql`null::bigint` : sql`coalesce(sum(t.amount_minor - t.cash_minor), 0)`
  const { rows } = await sql<InsightPlace>`
    select l.id as location_id, l.name as location_name, t.revenue, coalesce(t.energy, 0) as energy,
      coalesce(t.sessions, 0) as sessions, coalesce(h.attempts, 0) as attempts, coalesce(h.failed, 0) as failed
    from (
      select t.location_id, ${revenue} as revenue, sum(t.energy_wh) as energy, sum(t.order_count) as sessions
      from hourly_taking_view t where ${within(caller, range, 't')} group by t.location_id
    ) t full join (
      select h.location_id, sum(h.attempts) as attempts,
        sum(h.failed_authorisation + h.failed_start + h.failed_energy + h.failed_stop) as failed
      from hourly_outcome_view h where ${within(caller, range, 'h')} group by h.location_id
    ) h on h.location_id = t.location_id
    join location_view l on l.id = coalesce(t.location_id, h.location_id)
    order by t.revenue desc nulls last, t.energy desc nulls last, l.id`.execute(db)
  return rows
}

/** The uptime of stations in a period, and their repairs. */
export interface UptimeSums {
  share: number | null
  repairs: number
  repair_seconds: number | null
}

const upShare = sql`sum(u.up_seconds)::float8 / nullif(sum(u.up_seconds + u.down_seconds), 0)`

const uptimeDays = (caller: Caller, { from, to, ...place }: InsightRange) => sql`
  uptime_day_view u join station_view s on s.id = u.station_id
  where s.deleted_at is null and u.day between ${from} and ${to} and ${at(caller, place, 's.location_id', 's.id')}`

export async function sumUptime(db: Db, caller: Caller, range: InsightRange): Promise<UptimeSums> {
  const { rows } = await sql<UptimeSums>`
    select ${upShare} as share, coalesce(sum(u.repairs), 0) as repairs,
      round(sum(u.repair_seconds) / nullif(sum(u.repairs), 0)) as repair_seconds
    from ${uptimeDays(caller, range)}`.execute(db)
  return first(rows)
}

/** The stations with the longest downtime. */
export async function listDown(
  db: Db,
  caller: Caller,
  range: InsightRange,
  most: number,
): Promise<UptimeDown[]> {
  const { rows } = await sql<UptimeDown>`
    select d.station_id, s.number as station_number, l.name as location_name, d.share, d.down_seconds
    from (
      select s.id as station_id, ${upShare} as share, sum(u.down_seconds) as down_seconds
      from ${uptimeDays(caller, range)} group by s.id having sum(u.down_seconds) > 0
      order by 3 desc, 1 limit ${most}
    ) d join station_view s on s.id = d.station_id join location_view l on l.id = s.location_id
    order by d.down_seconds desc, d.station_id`.execute(db)
  return rows
}

/** Sessions and energy of each station of a location on a day. */
export async function listStationFigures(
  db: Db,
  caller: Caller,
  { locationId, day }: { locationId: number; day: string },
): Promise<Omit<StationFigures, 'fault' | 'uptime'>[]> {
  const place = { locationIds: [locationId], stationId: undefined }
  const { rows } = await sql<Omit<StationFigures, 'fault' | 'uptime'>>`
    select s.id as station_id, coalesce(t.sessions, 0) as sessions, coalesce(t.energy, 0) as energy
    from station_view s
    left join (
      select t.station_id, sum(t.order_count) as sessions, sum(t.energy_wh) as energy
      from hourly_taking_view t where t.day = ${day} and t.location_id = ${locationId} group by t.station_id
    ) t on t.station_id = s.id
    where s.deleted_at is null and ${at(caller, place, 's.location_id', 's.id')}
    order by s.id`.execute(db)
  return rows
}
