import type { IncidentSeverity } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** An incident as rules look at it. */
export interface IncidentRow {
  id: number
  kind: string
  severity: IncidentSeverity
  locationIds: number[]
}

const locationsOf = sql`array(
    select distinct m.location_id from incident_member_view m
    where m.incident_id = i.id and m.location_id is not null
    union select i.location_id where i.location_id is not null)`

/** Incidents that nobody has acknowledged. */
export async function listOpenIncidents(db: Db): Promise<IncidentRow[]> {
  const { rows } = await sql<IncidentRow>`
    select i.id, i.kind, i.severity, ${locationsOf}::bigint[] as "locationIds"
    from incident_view i where i.state = 'open' and i.merged_into is null order by i.id`.execute(db)
  return rows
}

export interface WatchRow {
  incidentId: number
  ruleId: number
  nextStep: number
  dueAt: Date | null
}

export async function listWatches(db: Db, incidentIds: readonly number[]): Promise<WatchRow[]> {
  const { rows } = await sql<WatchRow>`
    select incident_id as "incidentId", rule_id as "ruleId", next_step as "nextStep", due_at as "dueAt"
    from alert_watches where incident_id = any(${incidentIds}::bigint[])`.execute(db)
  return rows
}

/** Begins to follow an incident by a rule, once; an earlier time of its first step counts. */
export async function upsertWatch(
  db: Db,
  { incidentId, ruleId, dueAt }: { incidentId: number; ruleId: number; dueAt: Date },
): Promise<void> {
  await sql`insert into alert_watches (incident_id, rule_id, due_at) values (${incidentId}, ${ruleId}, ${dueAt})
    on conflict (incident_id, rule_id) do update set due_at = excluded.due_at
    where alert_watches.next_step = 0 and alert_watches.due_at > excluded.due_at`.execute(db)
}

export async function listDueWatches(db: Db, now: Date): Promise<WatchRow[]> {
  const { rows } = await sql<WatchRow>`
    select incident_id as "incidentId", rule_id as "ruleId", next_step as "nextStep", due_at as "dueAt"
    from alert_watches where due_at <= ${now} order by due_at, incident_id, rule_id`.execute(db)
  return rows
}

/** A watch whose step is due, held until the transaction ends; undefined: another server has it, or had it. */
export async function lockDueWatch(
  tx: Tx,
  { incidentId, ruleId }: Pick<WatchRow, 'incidentId' | 'ruleId'>,
  now: Date,
): Promise<WatchRow | undefined> {
  const { rows } = await sql<WatchRow>`
    select incident_id as "incidentId", rule_id as "ruleId", next_step as "nextStep", due_at as "dueAt"
    from alert_watches where incident_id = ${incidentId} and rule_id = ${ruleId} and due_at <= ${now}
    for update skip locked`.execute(tx)
  return rows[0]
}

export async function updateWatch(tx: Tx, { incidentId, ruleId, nextStep, dueAt }: WatchRow): Promise<void> {
  await sql`update alert_watches set next_step = ${nextStep}, due_at = ${dueAt}
    where incident_id = ${incidentId} and rule_id = ${ruleId}`.execute(tx)
}

/** An incident that still waits for somebody; undefined: acknowledged, closed or part of another. */
export async function findOpenIncident(db: Db, id: number): Promise<IncidentRow | undefined> {
  const { rows } = await sql<IncidentRow>`
    select i.id, i.kind, i.severity, ${locationsOf}::bigint[] as "locationIds"
    from incident_view i where i.id = ${id} and i.state = 'open' and i.merged_into is null`.execute(db)
  return rows[0]
}

export interface NewTelling {
  /** manager:ID or channel:ID */
  receiver: string
  byMail: boolean
  byPush: boolean
}

/**
 * Notes that receivers are to be notified of an incident: each once, whatever rules and steps name them. In their order, so that two
 * servers with two rules about one incident never wait for each other.
 */
export async function insertTellings(
  tx: Tx,
  {
    incidentId,
    ruleId,
    dueAt,
    escalated,
  }: { incidentId: number; ruleId: number; dueAt: Date; escalated: boolean },
  receivers: readonly NewTelling[],
): Promise<void> {
  const rows = JSON.stringify(receivers)
  await sql`insert into alert_tellings (incident_id, receiver, rule_id, by_mail, by_push, escalated, due_at)
    select distinct on (r.receiver) ${incidentId}::bigint, r.receiver, ${ruleId}::bigint, r."byMail", r."byPush",
      ${escalated}::boolean, ${dueAt}::timestamptz
    from json_to_recordset(${rows}::json) as r(receiver text, "byMail" boolean, "byPush" boolean)
    order by r.receiver, r."byMail" desc, r."byPush" desc
    on conflict (incident_id, receiver) do nothing`.execute(tx)
}

/** Who is to be notified something by now. */
export async function listDueReceivers(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ receiver: string }>`
    select distinct receiver from alert_tellings where due_at <= ${now} order by receiver`.execute(db)
  return rows.map(({ receiver }) => receiver)
}

export interface TellingRow {
  id: number
  incidentId: number
  byMail: boolean
  byPush: boolean
  escalated: boolean
}

/** All that a receiver is still to be notified, held until the transaction ends. */
export async function lockTellings(tx: Tx, receiver: string): Promise<TellingRow[]> {
  const { rows } = await sql<TellingRow>`
    select id, incident_id as "incidentId", by_mail as "byMail", by_push as "byPush", escalated
    from alert_tellings where receiver = ${receiver} and due_at is not null
    order by id for update skip locked`.execute(tx)
  return rows
}

/** Ends tellings: notified, or needless by then (null). */
export async function updateTellings(tx: Tx, ids: readonly number[], notifiedAt: Date | null): Promise<void> {
  await sql`update alert_tellings set due_at = null, told_at = ${notifiedAt}
    where id = any(${ids}::bigint[])`.execute(tx)
}

/** Incidents as a message names them. */
export interface TitleRow {
  id: number
  kind: string
  severity: IncidentSeverity
  stations: number
  places: string | null
  openedAt: Date
}

export async function listTitles(db: Db, incidentIds: readonly number[]): Promise<TitleRow[]> {
  const { rows } = await sql<TitleRow>`
    select i.id, i.kind, i.severity, i.stations, i.opened_at as "openedAt",
      (select string_agg(distinct concat_ws(', ', l.name, nullif(l.city, '')), '; ')
        from incident_member_view m join location_view l on l.id = m.location_id
        where m.incident_id = i.id) as places
    from incident_view i where i.id = any(${incidentIds}::bigint[])
    order by i.opened_at, i.id`.execute(db)
  return rows
}
