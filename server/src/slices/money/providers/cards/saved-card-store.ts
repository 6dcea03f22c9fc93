import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { SavedMethod } from '../store.ts'

/** Keeps the card that a payment was made with as its driver's, where the driver wants that; resolves to the driver. */
export async function keepCard(tx: Tx, paymentId: number, at: Date): Promise<number | undefined> {
  const { rows } = await sql<{ driverId: number }>`
    insert into saved_cards (driver_id, provider, method_ref, brand, last4, saved_at)
    select coalesce(p.driver_id, o.driver_id), p.provider, p.method_ref, p.card_brand, p.card_last4, ${at}::timestamptz
    from provider_payments p left join order_view o on o.id = p.order_id
    where p.id = ${paymentId} and p.keeps_card and p.method_ref is not null
      and coalesce(p.driver_id, o.driver_id) is not null
    on conflict (driver_id) do update set (provider, method_ref, brand, last4, saved_at) =
      (excluded.provider, excluded.method_ref, excluded.brand, excluded.last4, excluded.saved_at)
    returning driver_id as "driverId"`.execute(tx)
  return rows[0]?.driverId
}

/** What a driver's saved card is charged by at a provider; undefined: there is none. */
export async function findSavedCard(
  db: Db,
  driverId: number,
  provider: string | null,
): Promise<string | undefined> {
  const { rows } = await sql<{ methodRef: string }>`
    select method_ref as "methodRef" from saved_cards
    where driver_id = ${driverId} and provider = ${provider}`.execute(db)
  return rows[0]?.methodRef
}

/** Forgets a driver's saved card; resolves to how its provider knows it. */
export async function removeSavedCard(tx: Tx, driverId: number): Promise<SavedMethod | undefined> {
  const { rows } = await sql<SavedMethod>`
    delete from saved_cards where driver_id = ${driverId}
    returning provider, method_ref as "methodRef"`.execute(tx)
  return rows[0]
}
