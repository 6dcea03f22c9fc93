import type { AlertRuleBody } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** A rule as it is stored. `ownerId`: the manager whose locations it is about; null: the network's. */
export interface RuleRow extends AlertRuleBody {
  id: number
  ownerId: number | null
  changedAt: Date
  changedBy: string
  notified: number
}

interface Stored {
  id: number
  ownerId: number | null
  name: string
  on: boolean
  severity: AlertRuleBody['severity']
  kinds: AlertRuleBody['kinds']
  locations: number[]
  fromMinute: number | null
  untilMinute: number | null
  urgentSeverity: AlertRuleBody['severity'] | null
  digestMinutes: number
  steps: AlertRuleBody['steps']
  changedAt: Date
  changedBy: string
  notified: number
}

const rowOf = ({ fromMinute, untilMinute, urgentSeverity, digestMinutes, ...rest }: Stored): RuleRow => ({
  ...rest,
  hours:
    fromMinute === null || untilMinute === null
      ? null
      : { from_minute: fromMinute, until_minute: untilMinute },
  urgent_severity: urgentSeverity,
  digest_minutes: digestMinutes,
})

/** The rules of an owner, or all; `since`: from when on tellings are counted. */
export async function listRules(
  db: Db,
  { ownerId, since }: { ownerId: number | null | 'all'; since: Date },
): Promise<RuleRow[]> {
  const own = ownerId === 'all' ? sql`true` : sql`r.owner_id is not distinct from ${ownerId}::bigint`
  const { rows } = await sql<Stored>`
    select r.id, r.owner_id as "ownerId", r.name, r.is_on as "on", r.severity, r.kinds, r.location_ids as locations,
      r.from_minute as "fromMinute", r.until_minute as "untilMinute", r.urgent_severity as "urgentSeverity",
      r.digest_minutes as "digestMinutes", r.steps, r.changed_at as "changedAt",
      m.first_name || ' ' || m.last_name as "changedBy",
      (select count(*) from alert_tellings t where t.rule_id = r.id and t.told_at >= ${since})::int as notified
    from alert_rules r join manager_view m on m.id = r.changed_by
    where r.removed_at is null and ${own}
    order by lower(r.name), r.id`.execute(db)
  return rows.map(rowOf)
}

/** Whose a rule is; undefined: there is none. Locked until the transaction ends. */
export async function lockRule(tx: Tx, id: number): Promise<{ ownerId: number | null } | undefined> {
  const { rows } = await sql<{ ownerId: number | null }>`
    select owner_id as "ownerId" from alert_rules where id = ${id} and removed_at is null for update`.execute(
    tx,
  )
  return rows[0]
}

interface By {
  by: number
  at: Date
}

export async function insertRule(
  tx: Tx,
  rule: AlertRuleBody,
  { ownerId, by, at }: By & { ownerId: number | null },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into alert_rules (owner_id, name, is_on, severity, kinds, location_ids, from_minute, until_minute,
      urgent_severity, digest_minutes, steps, changed_by, changed_at)
    values (${ownerId}, ${rule.name}, ${rule.on}, ${rule.severity}, ${JSON.stringify(rule.kinds)},
      ${JSON.stringify(rule.locations)}, ${rule.hours?.from_minute ?? null}, ${rule.hours?.until_minute ?? null},
      ${rule.urgent_severity}, ${rule.digest_minutes}, ${JSON.stringify(rule.steps)}, ${by}, ${at})
    returning id`.execute(tx)
  return first(rows).id
}

export async function updateRule(tx: Tx, id: number, rule: AlertRuleBody, { by, at }: By): Promise<void> {
  await sql`update alert_rules set name = ${rule.name}, is_on = ${rule.on}, severity = ${rule.severity},
      kinds = ${JSON.stringify(rule.kinds)}, location_ids = ${JSON.stringify(rule.locations)},
      from_minute = ${rule.hours?.from_minute ?? null}, until_minute = ${rule.hours?.until_minute ?? null},
      urgent_severity = ${rule.urgent_severity}, digest_minutes = ${rule.digest_minutes},
      steps = ${JSON.stringify(rule.steps)}, changed_by = ${by}, changed_at = ${at}
    where id = ${id}`.execute(tx)
}

/** Removes a rule: what it would still have notified is not notified. */
export async function removeRule(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`update alert_rules set removed_at = ${at} where id = ${id}`.execute(tx)
  await sql`update alert_watches set due_at = null where rule_id = ${id} and due_at is not null`.execute(tx)
  await sql`update alert_tellings set due_at = null where rule_id = ${id} and due_at is not null`.execute(tx)
}
