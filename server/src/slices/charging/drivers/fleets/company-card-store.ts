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

/**
 * Adds cards of a company, or changes them, each number once; answers those that it has now. Of a number that somebody else has a card of,
 * that card stays as it is.
 */
export async function upsertCompanyCards(
  tx: Tx,
  fleetId: number,
  cards: readonly CompanyCard[],
  now: Date,
): Promise<Set<string>> {
  if (cards.length === 0) return new Set()
  await sql`insert into id_tokens as t (token, fleet_id, group_id, blocked, allowed_until, payment_method_type, created_at)
    select r.token, ${fleetId}, r."group", r.blocked, case when r.answered then ${now}::timestamptz end, 'account', ${now}
    from json_to_recordset(${JSON.stringify(cards)}::json) as r(token text, "group" text, blocked boolean, answered boolean)
    order by r.token
    on conflict (token) do update set group_id = excluded.group_id, blocked = excluded.blocked,
      allowed_until = case when excluded.allowed_until is null then null
        else coalesce(t.allowed_until, excluded.allowed_until) end
    where t.fleet_id = excluded.fleet_id
      and (t.group_id, t.blocked, t.allowed_until is null) is distinct from
        (excluded.group_id, excluded.blocked, excluded.allowed_until is null)`.execute(tx)
  const { rows } = await sql<{ token: string }>`select token from id_tokens
    where token = any(${cards.map(({ token }) => token)}::text[]) and fleet_id = ${fleetId}`.execute(tx)
  return new Set(rows.map(({ token }) => token))
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
