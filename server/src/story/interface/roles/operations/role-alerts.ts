import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** What a person has set of being notified of incidents: a rule, a channel and a browser; and a rule of repairs. */
export interface Alerting {
  alertRule: number
  alertChannel: number
  staffDevice: number
  repairRule: number
}

/** Writes them; of an administrator they are the network's. */
export async function insertAlerting(db: Db, manager: number, name: string, at: Date): Promise<Alerting> {
  const owner = sql`(select case role when 'administrator' then null else id end from managers where id = ${manager})`
  const idOf = async (insert: ReturnType<typeof sql<{ id: number }>>) =>
    (await insert.execute(db)).rows[0]!.id
  return {
    alertRule: await idOf(sql<{ id: number }>`
      insert into alert_rules (owner_id, name, is_on, severity, digest_minutes, steps, changed_by, changed_at)
      values (${owner}, ${name}, false, 'info', 0, '[{"after_minutes":0,"people":[],"channels":[]}]', ${manager}, ${at}) returning id`),
    alertChannel: await idOf(sql<{ id: number }>`
      insert into alert_channels (owner_id, kind, name, target, language, sealed, created_by, created_at)
      values (${owner}, 'webhook', ${name}, 'http://127.0.0.1:9/none', 'en', '', ${manager}, ${at}) returning id`),
    staffDevice: await idOf(sql<{ id: number }>`
      insert into staff_devices (manager_id, endpoint, public_key, auth_secret, user_agent, created_at)
      values (${manager}, ${`https://push.example/${name}`}, '', '', ${name}, ${at}) returning id`),
    repairRule: await idOf(sql<{ id: number }>`
      insert into repair_rules (owner_id, name, repair, mode, after_minutes, helped_minutes, station_most, changed_by,
        changed_at)
      values (${owner}, ${name}, 'reset', 'off', 5, 30, 2, ${manager}, ${at}) returning id`),
  }
}

export const absentAlerting: Alerting = {
  alertRule: 999_999,
  alertChannel: 999_999,
  staffDevice: 999_999,
  repairRule: 999_999,
}
