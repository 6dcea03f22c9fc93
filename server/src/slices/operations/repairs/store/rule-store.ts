import type { RepairRuleBody } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'

/** A rule as it is stored. `ownerId`: the manager whose stations it is about; null: the network's. */
export interface RuleRow extends RepairRuleBody {
  id: number
  ownerId: number | null
  changedById: number
  changedBy: string
  changedAt: Date
}

/** Rules of an owner, or all. */
export async function listRules(db: Db, ownerId: number | null | 'all'): Promise<RuleRow[]> {
  const own = ownerId === 'all' ? sql`true` : sql`r.owner_id is not distinct from ${ownerId}::bigint`
  const { rows } = await sql<RuleRow>`
    select r.id, r.owner_id as "ownerId", r.name, r.repair, r.mode, r.kinds, r.location_ids as locations,
      r.after_minutes, r.helped_minutes, r.station_most, r.changed_by as "changedById",
      m.first_name || ' ' || m.last_name as "changedBy", r.changed_at as "changedAt"
    from repair_rules r join manager_view m on m.id = r.changed_by
    where r.removed_at is null and ${own} order by lower(r.name), r.id`.execute(db)
  return rows
}

/** Whose a rule is, locked until the transaction ends; undefined: there is none. */
export async function lockRule(
  tx: Tx,
  id: number,
): Promise<{ ownerId: number | null; mode: RepairRuleBody['mode'] } | undefined> {
  const { rows } = await sql<{ ownerId: number | null; mode: RepairRuleBody['mode'] }>`
    select owner_id as "ownerId", mode from repair_rules where id = ${id} and removed_at is null
    for update`.execute(tx)
  return rows[0]
}

interface By {
  by: number
  at: Date
}

export async function insertRule(
  tx: Tx,
  rule: RepairRuleBody,
  { ownerId, by, at }: By & { ownerId: number | null },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into repair_rules (owner_id, name, repair, mode, kinds, location_ids, after_minutes, helped_minutes,
      station_most, changed_by, changed_at)
    values (${ownerId}, ${rule.name}, ${rule.repair}, ${rule.mode}, ${JSON.stringify(rule.kinds)},
      ${JSON.stringify(rule.locations)}, ${rule.after_minutes}, ${rule.helped_minutes}, ${rule.station_most}, ${by},
      ${at})
    returning id`.execute(tx)
  return first(rows).id
}

export async function updateRule(tx: Tx, id: number, rule: RepairRuleBody, { by, at }: By): Promise<void> {
  await sql`update repair_rules set name = ${rule.name}, repair = ${rule.repair}, mode = ${rule.mode},
      kinds = ${JSON.stringify(rule.kinds)}, location_ids = ${JSON.stringify(rule.locations)},
      after_minutes = ${rule.after_minutes}, helped_minutes = ${rule.helped_minutes},
      station_most = ${rule.station_most}, changed_by = ${by}, changed_at = ${at}
    where id = ${id}`.execute(tx)
}

/** Forgets when a rule looks at what again: what it would have done in a dry run is done at once when it is turned on. */
export async function removeTurns(tx: Tx, ruleId: number): Promise<void> {
  await sql`delete from repair_turns where rule_id = ${ruleId}`.execute(tx)
}

export async function updateRemoved(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`update repair_rules set removed_at = ${at} where id = ${id}`.execute(tx)
}

export interface SwitchRow {
  stoppedAt: Date | null
  stoppedBy: string | null
  networkMost: number
}

/** The switch of the network. */
export async function findSwitch(db: Db): Promise<SwitchRow> {
  const { rows } = await sql<SwitchRow>`
    select s.stopped_at as "stoppedAt", m.first_name || ' ' || m.last_name as "stoppedBy",
      s.network_most as "networkMost"
    from repair_switch s left join manager_view m on m.id = s.stopped_by`.execute(db)
  return first(rows)
}

/** The same for whoever begins a repair: nobody stops it meanwhile, or it has not begun yet. */
export async function lockSwitch(tx: Tx): Promise<Omit<SwitchRow, 'stoppedBy'>> {
  const { rows } = await sql<Omit<SwitchRow, 'stoppedBy'>>`
    select stopped_at as "stoppedAt", network_most as "networkMost" from repair_switch for share`.execute(tx)
  return first(rows)
}

export async function updateSwitch(
  tx: Tx,
  { stopped, networkMost }: { stopped: boolean; networkMost: number },
  { by, at }: By,
): Promise<void> {
  await sql`update repair_switch set network_most = ${networkMost},
    stopped_at = case when ${stopped} then coalesce(stopped_at, ${at}::timestamptz) end,
    stopped_by = case when ${stopped} then coalesce(stopped_by, ${by}::bigint) end`.execute(tx)
}
