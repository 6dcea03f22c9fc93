import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@stationmaster/units'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../platform/schema/schema.ts'
import type { Fresh, Look } from './fresh.ts'

/** a station that is away for less has not fallen silent: it may be restarting */
const silentMs = 3 * MINUTE_MS
/** with others of one cause it has, after so long */
const silentWithOthersMs = 30 * SECOND_MS
/** what has been silent for longer is no news: the inbox lists it */
const newsMs = DAY_MS
/** a fault that ends by itself within so long is none */
const faultMs = MINUTE_MS
/** so many sessions have to fail within so long, without a good one since */
const failuresLeast = 3
const failuresWithinMs = 2 * HOUR_MS
/** so many refusals of a station that is ours, the last one within so long */
const refusalsLeast = 3
const refusedWithinMs = 10 * MINUTE_MS
const refusalsOverMs = 30 * MINUTE_MS
/** how far back energy control's words are read */
const energyWithinMs = HOUR_MS
/** a certificate that ends within so long */
const certificateMs = 14 * DAY_MS
const certificatePastMs = 30 * DAY_MS

const before = ({ now }: Look, ms: number): Date => new Date(now.getTime() - ms)

const maintained = (station: RawBuilder<unknown>) =>
  sql`exists (select from maintenance_view x where x.station_id = ${station} and x.state = 'running')`
const held = (kind: string, subject: RawBuilder<unknown>) => sql`exists (
  select from incident_members h where h.kind = ${kind} and h.subject = ${subject} and h.until is null)`

const ofStation = sql`'station:' || w.id as subject, w.id as "stationId", w.location_id as "locationId"`
const noMore = sql`null::bigint as "orderId", 0::bigint as "ownMinor", null::text as provider, null::text as firmware`

/** Stations that are away. A refused handshake says more than the silence. */
export async function listSilent(tx: Tx, look: Look): Promise<Fresh[]> {
  const { upSince } = look
  const { rows } = await sql<Fresh>`
    select ${ofStation}, greatest(w.disconnected_at, ${upSince}) as since, null::text as word, null::int as connector, ${noMore},
      case when w.disconnected_at <= ${upSince} then ${upSince.toISOString()}::text end as server,
      greatest(w.disconnected_at, ${upSince}) <= ${before(look, silentMs)} as due
    from watched_station_view w
    where not w.connected and w.disconnected_at > ${before(look, newsMs)}
      and greatest(w.disconnected_at, ${upSince}) <= ${before(look, silentWithOthersMs)}
      and not ${maintained(sql`w.id`)} and not ${held('silence', sql`'station:' || w.id`)}
      and not exists (select from handshake_refusal_view r where r.station_id = w.id and r.last_at > w.disconnected_at)`.execute(
    tx,
  )
  return rows
}

/** Silences are over of stations that are back, and of those that nobody waits for any more. */
export async function endSilent(tx: Tx, { now }: Look): Promise<void> {
  await sql`update incident_members m set until = coalesce(back.at, ${now})
    from incident_members o
      left join lateral (select greatest(w.connected_at, o.since) as at from watched_station_view w
        where w.id = o.station_id and (w.connected or w.connected_at > o.since)) back on true
    where o.kind = 'silence' and o.until is null and m.incident_id = o.incident_id and m.subject = o.subject
      and (back.at is not null or ${maintained(sql`o.station_id`)}
        or not exists (select from watched_station_view w where w.id = o.station_id))`.execute(tx)
}

/** Stations that are connected and report a fault. */
export async function listFaulted(tx: Tx, look: Look): Promise<Fresh[]> {
  const { rows } = await sql<Fresh>`
    select distinct on (w.id) ${ofStation}, coalesce(c.status_updated_at, w.connected_at) as since, c.error_code as word,
      c.ordinal as connector, ${noMore}, null::text as server, true as due
    from connector_view c join watched_station_view w on w.id = c.station_id
    where c.ocpp_status = 'Faulted' and w.connected and coalesce(c.status_updated_at, w.connected_at) <= ${before(look, faultMs)}
      and not ${maintained(sql`w.id`)} and not ${held('fault', sql`'station:' || w.id`)}
    order by w.id, c.status_updated_at`.execute(tx)
  return rows
}

export async function endFaulted(tx: Tx, { now }: Look): Promise<void> {
  await sql`update incident_members m set until = ${now} where m.kind = 'fault' and m.until is null
    and (not exists (select from connector_view c join watched_station_view w on w.id = c.station_id
        where c.station_id = m.station_id and c.ocpp_status = 'Faulted') or ${maintained(sql`m.station_id`)})`.execute(
    tx,
  )
}

/** Stations of which one session after another fails. */
export async function listFailing(tx: Tx, look: Look): Promise<Fresh[]> {
  const { rows } = await sql<Fresh>`
    select ${ofStation}, f.since, f.word, null::int as connector, ${noMore}, null::text as server, true as due
    from (select station_id, min(created_at) as since, max(created_at) as last,
        mode() within group (order by outcome) as word from failed_session_view
      where created_at > ${before(look, failuresWithinMs)} and outcome in ('start', 'energy')
      group by station_id having count(*) >= ${failuresLeast}) f
    join watched_station_view w on w.id = f.station_id
    where w.connected and not ${maintained(sql`w.id`)} and not ${held('sessions', sql`'station:' || w.id`)}
      and not exists (select from order_view o where o.station_id = f.station_id and o.created_at > f.last and o.energy_wh > 0)`.execute(
    tx,
  )
  return rows
}

export async function endFailing(tx: Tx, look: Look): Promise<void> {
  await sql`update incident_members m set until = ${look.now} where m.kind = 'sessions' and m.until is null
    and (${maintained(sql`m.station_id`)} or coalesce((
      select not exists (select from failed_session_view f where f.station_id = m.station_id
          and f.outcome in ('start', 'energy') and f.created_at >= o.created_at) and o.energy_wh > 0
      from order_view o where o.station_id = m.station_id and o.energy_wh > 0 order by o.created_at desc limit 1), false)
      or not exists (select from failed_session_view f where f.station_id = m.station_id
        and f.created_at > ${before(look, failuresWithinMs)} and f.outcome in ('start', 'energy')))`.execute(
    tx,
  )
}

/** Stations of ours whose handshakes are refused. */
export async function listRefused(tx: Tx, look: Look): Promise<Fresh[]> {
  const { rows } = await sql<Fresh>`
    select ${ofStation}, r.since, r.word, null::int as connector, ${noMore}, null::text as server, true as due
    from (select station_id, min(first_at) as since, max(reason) as word from handshake_refusal_view
      where last_at > ${before(look, refusedWithinMs)}
      group by station_id having sum(attempts) >= ${refusalsLeast}) r
    join watched_station_view w on w.id = r.station_id
    where not w.connected and not ${maintained(sql`w.id`)} and not ${held('handshakes', sql`'station:' || w.id`)}`.execute(
    tx,
  )
  return rows
}

export async function endRefused(tx: Tx, look: Look): Promise<void> {
  await sql`update incident_members m set until = ${look.now} where m.kind = 'handshakes' and m.until is null
    and (exists (select from watched_station_view w where w.id = m.station_id and w.connected)
      or ${maintained(sql`m.station_id`)}
      or not exists (select from handshake_refusal_view r where r.station_id = m.station_id
        and r.last_at > ${before(look, refusalsOverMs)}))`.execute(tx)
}

/** Stations that do not do what energy control says, and sites that draw more than they may. */
export async function listDisobeying(tx: Tx, look: Look): Promise<Fresh[]> {
  const { rows } = await sql<Fresh>`
    select ${ofStation}, e.at as since, e.word, null::int as connector, ${noMore}, null::text as server, true as due
    from (select distinct on (station_id) station_id, at, word from energy_event_view
      where at > ${before(look, energyWithinMs)} order by station_id, at desc) e
    join watched_station_view w on w.id = e.station_id
    where e.word <> 'obeys' and w.connected and not ${maintained(sql`w.id`)} and not ${held('energy', sql`'station:' || w.id`)}
    union all
    select 'location:' || s.location_id, null, s.location_id, min(s.at), 'overload', null, null, 0, null, null, null, true
    from energy_sample_view s where s.at > ${before(look, 4 * MINUTE_MS)} and not ${held('energy', sql`'location:' || s.location_id`)}
    group by s.location_id having count(*) >= 3 and bool_and(
      s.flow_ma[1] + s.others_ma[1] > s.limit_ma[1] or s.flow_ma[2] + s.others_ma[2] > s.limit_ma[2]
      or s.flow_ma[3] + s.others_ma[3] > s.limit_ma[3])`.execute(tx)
  return rows
}

export async function endDisobeying(tx: Tx, look: Look): Promise<void> {
  await sql`update incident_members m set until = ${look.now} where m.kind = 'energy' and m.until is null
    and (exists (select from energy_event_view e where e.station_id = m.station_id and e.at >= m.since and e.word = 'obeys')
      or ${maintained(sql`m.station_id`)}
      or m.station_id is null and not exists (select from energy_sample_view s
        where s.location_id = m.location_id and s.at > ${before(look, 3 * MINUTE_MS)} and (
          s.flow_ma[1] + s.others_ma[1] > s.limit_ma[1] or s.flow_ma[2] + s.others_ma[2] > s.limit_ma[2]
          or s.flow_ma[3] + s.others_ma[3] > s.limit_ma[3])))`.execute(tx)
}

/** Stations whose certificate ends soon, without a newer one. */
export async function listEnding(tx: Tx, look: Look): Promise<Fresh[]> {
  const { rows } = await sql<Fresh>`
    select distinct on (w.id) ${ofStation}, ${look.now}::timestamptz as since, case when c.for_cars then 'for_cars' else 'own' end as word,
      null::int as connector, ${noMore}, null::text as server, true as due
    from station_certificate_view c join watched_station_view w on w.id = c.station_id
    where c.not_after between ${before(look, certificatePastMs)} and ${before(look, -certificateMs)}
      and not exists (select from station_certificate_view n where n.station_id = c.station_id and n.for_cars = c.for_cars
        and n.iso15118_20 = c.iso15118_20 and n.not_after > c.not_after)
      and not ${held('certificates', sql`'station:' || w.id`)}
    order by w.id, c.not_after`.execute(tx)
  return rows
}

export async function endEnding(tx: Tx, look: Look): Promise<void> {
  await sql`update incident_members m set until = ${look.now} where m.kind = 'certificates' and m.until is null
    and not exists (select from station_certificate_view c where c.station_id = m.station_id
      and c.not_after between ${before(look, certificatePastMs)} and ${before(look, -certificateMs)}
      and not exists (select from station_certificate_view n where n.station_id = c.station_id
        and n.for_cars = c.for_cars and n.iso15118_20 = c.iso15118_20 and n.not_after > c.not_after))`.execute(
    tx,
  )
}
