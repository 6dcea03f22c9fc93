import type { IncidentKind, Repair, RepairRuleBody, repairStates } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Viewer } from '../../../../platform/http/caller.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { type ColumnMap, rows } from '../../../../platform/statements/bulk.ts'
import { visibleLocations } from '../../../places/locations/access/scope-store.ts'

export type AttemptState = (typeof repairStates)[number]

/** A station of an incident that a rule may be about. */
export interface Candidate {
  ruleId: number
  incidentId: number
  kind: IncidentKind
  subject: string
  stationId: string
  locationId: number | null
  connector: number | null
}

/** Stations of incidents at which something has gone wrong for long enough, and that a rule has not looked at just now. */
export async function listCandidates(db: Db, now: Date): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select r.id as "ruleId", i.id as "incidentId", i.kind, m.subject, m.station_id as "stationId",
      m.location_id as "locationId", m.connector
    from repair_rules r
    join incident_view i on i.state <> 'closed' and i.merged_into is null
      and (r.kinds = '[]' or r.kinds @> to_jsonb(i.kind))
    join incident_member_view m on m.incident_id = i.id and m.until is null and m.station_id is not null
      and m.since <= ${now}::timestamptz - make_interval(mins => r.after_minutes)
      and (r.location_ids = '[]' or r.location_ids @> to_jsonb(m.location_id))
    left join repair_turns t on t.rule_id = r.id and t.incident_id = i.id and t.station_id = m.station_id
    where r.removed_at is null and r.mode <> 'off' and (t.due_at is null or t.due_at <= ${now})
    order by i.id, m.since, m.subject, r.id`.execute(db)
  // a list of stations alone
  return rows.filter(({ stationId }) => stationId !== null)
}

/** Takes a station's turn of a rule; false: another server has it, or it is not due. */
export async function takeTurn(
  tx: Tx,
  { ruleId, incidentId, stationId }: Candidate,
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into repair_turns (rule_id, incident_id, station_id, due_at)
    values (${ruleId}, ${incidentId}, ${stationId}, ${dueAt})
    on conflict (rule_id, incident_id, station_id) do update set due_at = excluded.due_at
    where repair_turns.due_at <= ${now} returning rule_id`.execute(tx)
  return rows.length > 0
}

export async function updateTurn(
  tx: Tx,
  { ruleId, incidentId, stationId }: Candidate,
  dueAt: Date,
): Promise<void> {
  await sql`update repair_turns set due_at = ${dueAt}
    where rule_id = ${ruleId} and incident_id = ${incidentId} and station_id = ${stationId}`.execute(tx)
}

const candidateColumns: ColumnMap<Candidate> = {
  ruleId: ['rule_id', 'bigint'],
  incidentId: ['incident_id', 'bigint'],
  kind: ['kind', 'text'],
  subject: ['subject', 'text'],
  stationId: ['station_id', 'text'],
  locationId: ['location_id', 'bigint'],
  connector: ['connector', 'integer'],
}

/**
 * Takes the turns of many stations that are refused for one reason, those that other servers have not taken, and writes that down
 * where it was not the last thing written.
 */
export async function refuseAll(
  db: Db,
  candidates: readonly Candidate[],
  { reason, now, dueAt }: { reason: string; now: Date; dueAt: Date },
): Promise<void> {
  if (candidates.length === 0) return
  const properties = Object.keys(candidateColumns) as (keyof Candidate)[]
  await sql`
    with refused as materialized (select * from ${rows(candidates, candidateColumns, properties)}),
    turns as (
      insert into repair_turns (rule_id, incident_id, station_id, due_at)
      select rule_id, incident_id, station_id, ${dueAt} from refused order by rule_id, incident_id, station_id
      on conflict (rule_id, incident_id, station_id) do update set due_at = excluded.due_at
      where repair_turns.due_at <= ${now} returning rule_id, incident_id, station_id)
    insert into repair_attempts (rule_id, incident_id, kind, subject, station_id, location_id, repair, state, reason, at)
    select r.rule_id, r.incident_id, r.kind, r.subject, r.station_id, r.location_id, rule.repair, 'refused', ${reason}, ${now}
    from refused r join turns t using (rule_id, incident_id, station_id) join repair_rules rule on rule.id = r.rule_id
      left join lateral (select a.state, a.reason from repair_attempts a
        where a.rule_id = r.rule_id and a.incident_id = r.incident_id and a.station_id = r.station_id
        order by a.id desc limit 1) last on true
    where last.state is distinct from 'refused' or last.reason is distinct from ${reason}
    order by r.rule_id, r.incident_id, r.station_id`.execute(db)
}

const networkSubject = 'network'
const stationSubject = (stationId: string) => `station:${stationId}`

/** How many repairs were begun today, held until the transaction ends: servers count one after the other. */
export async function lockCounts(
  tx: Tx,
  stationId: string,
  day: string,
): Promise<{ ofNetwork: number; ofStation: number }> {
  const subjects = [networkSubject, stationSubject(stationId)]
  await sql`insert into repair_counts (subject, day, begun)
    select subject, ${day}::date, 0 from unnest(${subjects}::text[]) as s (subject) order by subject
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ subject: string; begun: number }>`
    select subject, begun from repair_counts where subject = any(${subjects}::text[]) and day = ${day}::date
    order by subject for update`.execute(tx)
  const of = (subject: string) => rows.find((row) => row.subject === subject)?.begun ?? 0
  return { ofNetwork: of(networkSubject), ofStation: of(stationSubject(stationId)) }
}

/** One more was begun today. */
export async function addCounts(tx: Tx, stationId: string, day: string): Promise<void> {
  await sql`update repair_counts set begun = begun + 1
    where subject = any(${[networkSubject, stationSubject(stationId)]}::text[]) and day = ${day}::date`.execute(
    tx,
  )
}

export async function countToday(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ begun: number }>`
    select begun from repair_counts where subject = ${networkSubject} and day = ${day}::date`.execute(db)
  return rows[0]?.begun ?? 0
}

/** What a station's earlier repairs say of the next: one runs, or its command is unknown there. */
export async function findEarlier(
  tx: Tx,
  stationId: string,
  repair: Repair,
  since: Date,
): Promise<{ isBusy: boolean; isUnsupported: boolean }> {
  const { rows } = await sql<{ isBusy: boolean; isUnsupported: boolean }>`
    select exists (select from repair_attempts where station_id = ${stationId} and state = 'running') as "isBusy",
      exists (select from repair_attempts where station_id = ${stationId} and repair = ${repair} and at >= ${since}
        and reason in ('station.unsupported', 'NotSupported', 'NotImplemented')) as "isUnsupported"`.execute(
    tx,
  )
  return first(rows)
}

/** The newest that a rule has written down of a station of an incident; null: nothing yet. */
export async function findLast(
  tx: Tx,
  { ruleId, incidentId, stationId }: Candidate,
): Promise<{ state: AttemptState; reason: string | null } | null> {
  const { rows } = await sql<{ state: AttemptState; reason: string | null }>`
    select state, reason from repair_attempts
    where rule_id = ${ruleId} and incident_id = ${incidentId} and station_id = ${stationId}
    order by id desc limit 1`.execute(tx)
  return rows[0] ?? null
}

export async function insertAttempt(
  tx: Tx,
  { ruleId, incidentId, kind, subject, stationId, locationId }: Candidate,
  { repair, state, reason, at }: { repair: Repair; state: AttemptState; reason: string | null; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into repair_attempts (rule_id, incident_id, kind, subject, station_id, location_id, repair, state, reason, at)
    values (${ruleId}, ${incidentId}, ${kind}, ${subject}, ${stationId}, ${locationId}, ${repair}, ${state}, ${reason},
      ${at})
    returning id`.execute(tx)
  return first(rows).id
}

/** How a repair ended; it is looked later whether it helped. False: it had ended before. */
export async function updateEnded(
  tx: Tx,
  id: number,
  {
    state,
    reason,
    endedAt,
    checkAt,
  }: { state: AttemptState; reason: string | null; endedAt: Date; checkAt: Date | null },
): Promise<boolean> {
  const { rows } = await sql`update repair_attempts
    set state = ${state}, reason = ${reason}, ended_at = ${endedAt}, check_at = ${checkAt}
    where id = ${id} and state = 'running' returning id`.execute(tx)
  return rows.length > 0
}

/** Repairs whose server ended before their answer. */
export async function updateLost(db: Db, before: Date, now: Date): Promise<void> {
  await sql`update repair_attempts set state = 'unknown', ended_at = ${now}
    where state = 'running' and at < ${before}`.execute(db)
}

/** Looks whether repairs helped: what was wrong is over, or so is the incident. */
export async function updateHelped(db: Db, now: Date): Promise<void> {
  await sql`update repair_attempts a set check_at = null, helped = not exists (
      select from incident_member_view m where m.incident_id = a.incident_id and m.subject = a.subject
        and (m.until is null or m.until > a.check_at))
    where a.check_at <= ${now}`.execute(db)
}

export interface AttemptRow {
  id: number
  ruleId: number
  rule: string
  incidentId: number
  kind: IncidentKind
  stationId: string
  number: number
  locationName: string
  repair: RepairRuleBody['repair']
  state: AttemptState
  reason: string | null
  at: Date
  helped: boolean | null
}

const seenBy = (caller: Viewer) => visibleLocations(caller, 's.location_id')

/** The newest attempts at stations that the caller sees. */
export async function listAttempts(db: Db, caller: Viewer, most: number): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select a.id, a.rule_id as "ruleId", r.name as rule, a.incident_id as "incidentId", a.kind,
      a.station_id as "stationId", s.number, l.name as "locationName", a.repair, a.state, a.reason, a.at, a.helped
    from repair_attempts a join repair_rules r on r.id = a.rule_id
    join station_view s on s.id = a.station_id join location_view l on l.id = s.location_id
    where ${seenBy(caller)} order by a.at desc, a.id desc limit ${most}`.execute(db)
  return rows
}

/** What helped against which kind of fault, of stations that the caller sees. */
export async function listOutcomes(
  db: Db,
  caller: Viewer,
  since: Date,
): Promise<{ kind: IncidentKind; repair: Repair; begun: number; helped: number; notHelped: number }[]> {
  const { rows } = await sql<{
    kind: IncidentKind
    repair: Repair
    begun: number
    helped: number
    notHelped: number
  }>`
    select a.kind, a.repair, count(*)::int as begun, count(*) filter (where a.helped)::int as helped,
      count(*) filter (where not a.helped or a.state = 'failed')::int as "notHelped"
    from repair_attempts a join station_view s on s.id = a.station_id
    where a.at >= ${since} and a.state in ('running', 'done', 'failed', 'unknown') and ${seenBy(caller)}
    group by a.kind, a.repair order by a.kind, a.repair`.execute(db)
  return rows
}

/** What each rule did, would have done and refused since an instant. */
export async function countByRule(
  db: Db,
  since: Date,
): Promise<Map<number, { would: number; refused: number; begun: number; helped: number }>> {
  const { rows } = await sql<{
    ruleId: number
    would: number
    refused: number
    begun: number
    helped: number
  }>`
    select rule_id as "ruleId", count(*) filter (where state = 'would')::int as would,
      count(*) filter (where state = 'refused')::int as refused,
      count(*) filter (where state in ('running', 'done', 'failed', 'unknown'))::int as begun,
      count(*) filter (where helped)::int as helped
    from repair_attempts where at >= ${since} group by rule_id`.execute(db)
  return new Map(rows.map(({ ruleId, ...counts }) => [ruleId, counts]))
}
