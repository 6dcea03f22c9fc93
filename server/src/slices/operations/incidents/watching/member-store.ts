import type { IncidentKind } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { type ColumnMap, rows } from '../../../../platform/statements/bulk.ts'
import type { Fresh } from '../sources/fresh.ts'

/** A trouble that an open incident has now. */
export interface Held extends Omit<Fresh, 'ownMinor' | 'connector' | 'orderId' | 'due'> {
  incidentId: number
}

/** Kinds of which something goes wrong now, or of which an incident is not closed. */
export async function listHeldKinds(tx: Tx): Promise<Set<IncidentKind>> {
  const { rows: found } = await sql<{ kind: IncidentKind }>`
    select distinct kind from incident_members where until is null`.execute(tx)
  return new Set(found.map(({ kind }) => kind))
}

/** What goes wrong of a kind since an instant, with the incident that has it; a person may have closed one: its troubles stay with it. */
export async function listHeld(tx: Tx, kind: IncidentKind, since: Date): Promise<Held[]> {
  const { rows: found } = await sql<
    Omit<Held, 'provider' | 'firmware' | 'server'> & { value: string | null; cause: string }
  >`
    select m.incident_id as "incidentId", m.subject, m.station_id as "stationId", m.location_id as "locationId", m.since,
      m.word, i.cause, i.cause_value as value
    from incident_members m join incidents i on i.id = m.incident_id
    where m.kind = ${kind} and m.until is null and m.since > ${since} and i.state <> 'closed'`.execute(tx)
  return found.map(({ cause, value, ...one }) => ({
    ...one,
    provider: cause === 'provider' ? value : null,
    firmware: cause === 'firmware' && kind === 'firmware' ? value : null,
    server: cause === 'server' ? value : null,
  }))
}

/** A trouble and the incident that it goes to. */
export interface Placing
  extends Pick<
    Fresh,
    'subject' | 'stationId' | 'locationId' | 'since' | 'word' | 'connector' | 'orderId' | 'ownMinor'
  > {
  incidentId: number
  /** its station earns nothing meanwhile */
  stops: boolean
}

const placingColumns: ColumnMap<Placing> = {
  incidentId: ['incident_id', 'bigint'],
  subject: ['subject', 'text'],
  stationId: ['station_id', 'text'],
  locationId: ['location_id', 'bigint'],
  since: ['since', 'timestamptz'],
  word: ['word', 'text'],
  connector: ['connector', 'integer'],
  orderId: ['order_id', 'bigint'],
  ownMinor: ['own_minor', 'bigint'],
  stops: ['stops', 'boolean'],
}

/** days of whose takings a usual day is the mean */
const usualDays = 28

/** Gives troubles that nobody has yet to incidents. What was there before and comes back keeps what it has cost until then. */
export async function insertMembers(
  tx: Tx,
  kind: IncidentKind,
  list: readonly Placing[],
  now: Date,
): Promise<void> {
  if (list.length === 0) return
  const from = new Date(now.getTime() - usualDays * 86_400_000)
  const properties = Object.keys(placingColumns) as (keyof Placing)[]
  await sql`
    insert into incident_members as m (incident_id, subject, kind, station_id, location_id, since, word, connector, order_id,
      own_minor, usual_minor, usual_sessions)
    select r.incident_id, r.subject, ${kind}, r.station_id, r.location_id, r.since, r.word, r.connector, r.order_id, r.own_minor,
      coalesce(u.minor, 0), coalesce(u.sessions, 0)
    from ${rows(list, placingColumns, properties)} left join lateral (
      select sum(h.amount_minor) / ${usualDays}::bigint as minor, sum(h.order_count)::numeric / ${usualDays}::numeric as sessions
      from hourly_taking_view h where r.stops and h.station_id = r.station_id and h.day >= ${from}::date) u on true
    on conflict (incident_id, subject) do update set
      own_minor = m.own_minor + excluded.own_minor
        + coalesce(extract(epoch from m.until - m.since) / 86400 * m.usual_minor, 0)::bigint,
      own_sessions = m.own_sessions + coalesce(extract(epoch from m.until - m.since) / 86400 * m.usual_sessions, 0),
      since = excluded.since, until = null, word = excluded.word, times = m.times + 1`.execute(tx)
}

/** Moves troubles that go wrong now from the incidents that have them to another. Answers how many. */
export async function moveMembers(
  tx: Tx,
  kind: IncidentKind,
  into: number,
  subjects: readonly string[],
): Promise<number> {
  const { rows: moved } = await sql<{ subject: string }>`
    update incident_members m set incident_id = ${into}
    where m.kind = ${kind} and m.until is null and m.incident_id <> ${into} and m.subject = any(${subjects}::text[])
      and not exists (select from incident_members o where o.incident_id = ${into} and o.subject = m.subject)
    returning m.subject`.execute(tx)
  return moved.length
}

/** Which of some incidents have nothing that goes wrong, and never had. */
export async function listEmptied(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    select i.id from incidents i where i.id = any(${ids}::bigint[])
      and not exists (select from incident_members m where m.incident_id = i.id and m.until is null)`.execute(
    tx,
  )
  return found.map(({ id }) => id)
}
