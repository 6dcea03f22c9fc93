import type { Protocol } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import type { RootKind } from './root-store.ts'

/** A root and the stations of a kind, as `held` names them. */
const nameOf = (kind: RootKind, fingerprint: string): string => `${kind}:${fingerprint}`

/** Keeps which of our roots of a kind a station has said that it has, in place of what was known of that kind. */
export async function updateHeld(
  db: Db,
  stationId: string,
  { kind, fingerprints }: { kind: RootKind; fingerprints: readonly string[] },
  now: Date,
): Promise<void> {
  const held = fingerprints.map((one) => nameOf(kind, one))
  await sql`
    insert into station_roots as r (station_id, held, looked_at) values (${stationId}, ${held}::text[], ${now})
    on conflict (station_id) do update set looked_at = excluded.looked_at,
      held = array(select h from unnest(r.held) h where not starts_with(h, ${`${kind}:`})) || excluded.held`.execute(
    db,
  )
}

/** Keeps that a station has taken a root. */
export async function insertHeld(
  db: Db,
  stationId: string,
  kind: RootKind,
  fingerprint: string,
): Promise<void> {
  const name = nameOf(kind, fingerprint)
  await sql`
    insert into station_roots as r (station_id, held) values (${stationId}, array[${name}])
    on conflict (station_id) do update set held = array_append(array_remove(r.held, ${name}), ${name})`.execute(
    db,
  )
}

/** Forgets roots that a station no longer has. */
export async function removeHeld(db: Db, stationId: string, fingerprints: readonly string[]): Promise<void> {
  await sql`
    update station_roots set held = array(select h from unnest(held) h where split_part(h, ':', 2) <> all(${fingerprints}::text[]))
    where station_id = ${stationId}`.execute(db)
}

/** The versions that have a word for roots of each kind. */
export type RootProtocols = Readonly<Record<RootKind, readonly Protocol[]>>

/** Each station that does Plug & Charge with each root that holds, that its version knows, and that it is not known to have. */
const lacking = (protocols: RootProtocols, now: Date) => sql`
  plugging_station_view s join plug_and_charge_roots r on r.not_after > ${now} and s.protocol = any(case r.kind
    when 'v2g' then ${protocols.v2g}::text[] when 'mo' then ${protocols.mo}::text[] else ${protocols.oem}::text[] end)
  left join station_roots h on h.station_id = s.id
  where not coalesce(r.kind || ':' || r.fingerprint = any(h.held), false)`

/** A station that lacks roots. */
export interface LackingRow {
  station_id: string
  number: number
  location_name: string
  online: boolean
  /** when it listed its roots last; null: never */
  lookedAt: Date | null
  lacks: { id: number; kind: RootKind; subject: string }[]
}

/** The stations that lack a root, in the order of the list of stations, at most 500, and how many there are. */
export async function listLacking(
  db: Db,
  protocols: RootProtocols,
  now: Date,
): Promise<{ rows: LackingRow[]; total: number }> {
  const { rows } = await sql<LackingRow & { total: number }>`
    select l.station_id, l.number, v.name as location_name, p.connection_id is not null as online, l."lookedAt", l.lacks, l.total
    from (select s.id as station_id, s.number, s.location_id, s.list_order, max(h.looked_at) as "lookedAt",
        json_agg(json_build_object('id', r.id, 'kind', r.kind, 'subject', r.subject) order by r.kind, r.subject, r.id) as lacks,
        (count(*) over ())::int as total
      from ${lacking(protocols, now)} group by s.id, s.number, s.location_id, s.list_order
      order by s.list_order limit 500) l
    join location_view v on v.id = l.location_id
    left join station_presence_view p on p.station_id = l.station_id order by l.list_order`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** The ids of all of them. */
export async function listLackingIds(db: Db, protocols: RootProtocols, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct s.id from ${lacking(protocols, now)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A root that somebody has to see to; without an id: stations need one of this kind, and there is none. */
export interface RootNeed {
  kind: RootKind
  id: number | null
  subject: string | null
  notAfter: Date | null
  ending: boolean
  /** how many stations lack it; where there is none: how many need one */
  stations: number
}

/** Roots that end before a moment or have ended, that stations lack, or that are needed and not there. */
export async function listNeeds(
  db: Db,
  protocols: RootProtocols,
  { now, endsBefore }: { now: Date; endsBefore: Date },
): Promise<RootNeed[]> {
  const { rows } = await sql<RootNeed>`
    with lacked as (select r.id, count(*)::int as stations from ${lacking(protocols, now)} group by r.id),
      pluggers as (select count(*)::int as stations from plugging_station_view),
      showing as (select count(distinct c.station_id)::int as stations from station_certificate_view c
        join plugging_station_view s on s.id = c.station_id where c.for_cars)
    select r.kind, r.id, r.subject, r.not_after as "notAfter", r.not_after <= ${endsBefore} as ending,
      coalesce(l.stations, 0) as stations
    from plug_and_charge_roots r left join lacked l on l.id = r.id
    where l.stations > 0 or r.not_after <= ${endsBefore}
    union all
    select 'mo', null, null, null, false, p.stations from pluggers p
    where p.stations > 0 and not exists (select from plug_and_charge_roots r where r.kind = 'mo' and r.not_after > ${now})
    union all
    select 'v2g', null, null, null, false, p.stations from showing p
    where p.stations > 0 and not exists (select from plug_and_charge_roots r where r.kind = 'v2g' and r.not_after > ${now})
    order by 1, 3 nulls first, 2`.execute(db)
  return rows
}
