import { sql } from 'kysely'
import type { Tx } from '../../../../platform/schema/schema.ts'

/** A card that a company has given out itself. We do not know its driver, and the company pays for its sessions. */
export interface CompanyCard {
  /** made by tokenKey */
  token: string
  /** cards of a group end each other's sessions */
  group: string | null
  blocked: boolean
  /** whether the company answers for each session if the card may charge */
  answered: boolean
}

/** Adds a company's card, or changes it; false: somebody else has a card of this number, which stays as it is. */
export async function upsertCompanyCard(
  tx: Tx,
  fleetId: number,
  { token, group, blocked, answered }: CompanyCard,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into id_tokens (token, fleet_id, group_id, blocked, allowed_until, payment_method_type, created_at)
    values (${token}, ${fleetId}, ${group}, ${blocked}, ${answered ? now : null}, 'account', ${now})
    on conflict (token) do update set group_id = excluded.group_id, blocked = excluded.blocked,
      allowed_until = case when excluded.allowed_until is null then null
        else coalesce(id_tokens.allowed_until, excluded.allowed_until) end
    where id_tokens.fleet_id = excluded.fleet_id returning token`.execute(tx)
  return rows.length > 0
}

/** A company has answered until when one of its cards may charge. */
export async function updateAllowedUntil(
  tx: Tx,
  fleetId: number,
  { token, until }: { token: string; until: Date },
): Promise<void> {
  await sql`update id_tokens set allowed_until = ${until}
    where token = ${token} and fleet_id = ${fleetId} and allowed_until is not null`.execute(tx)
}
