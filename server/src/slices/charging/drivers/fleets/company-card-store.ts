import { sql } from 'kysely'
import type { Tx } from '../../../../platform/schema/schema.ts'

/** A card that a company has given out itself. We do not know its driver, and the company pays for its sessions. */
export interface CompanyCard {
  /** made by tokenKey */
  token: string
  /** cards of a group end each other's sessions */
  group: string | null
  blocked: boolean
  /** until when its company has said that it may charge; null: it answers no questions about it */
  allowedUntil: Date | null
}

/** Adds a company's card, or changes it; false: somebody else has a card of this number, which stays as it is. */
export async function upsertCompanyCard(
  tx: Tx,
  fleetId: number,
  { token, group, blocked, allowedUntil }: CompanyCard,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into id_tokens (token, fleet_id, group_id, blocked, allowed_until, payment_method_type, created_at)
    values (${token}, ${fleetId}, ${group}, ${blocked}, ${allowedUntil}, 'account', ${now})
    on conflict (token) do update set group_id = excluded.group_id, blocked = excluded.blocked,
      allowed_until = excluded.allowed_until
    where id_tokens.fleet_id = excluded.fleet_id returning token`.execute(tx)
  return rows.length > 0
}
