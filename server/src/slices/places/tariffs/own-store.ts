import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/schema/schema.ts'
import type { TariffElement } from './elements.ts'

/**
 * Adds a version, from an instant on, to a tariff that no place is assigned to, such as that of a group of cards; without a tariff it
 * makes one. Resolves with the tariff's id.
 */
export async function insertOwnVersion(
  tx: Tx,
  version: {
    tariffId: number | null
    name: string
    currency: string
    elements: TariffElement[]
    managerId: number
    at: Date
  },
): Promise<number> {
  const { name, currency, elements, managerId, at } = version
  const tariffId = version.tariffId ?? (await insertTariff(tx, name, currency, at))
  await sql`update tariff_versions set valid_to = ${at} where tariff_id = ${tariffId} and valid_to is null
    and valid_from < ${at}`.execute(tx)
  await sql`insert into tariff_versions (tariff_id, valid_from, elements, created_by, created_at)
    values (${tariffId}, ${at}, ${JSON.stringify(elements)}::jsonb, ${managerId}, ${at})`.execute(tx)
  return tariffId
}

async function insertTariff(tx: Tx, name: string, currency: string, at: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into tariffs (name, currency, created_at)
    values (${name}, ${currency}, ${at}) returning id`.execute(tx)
  return first(rows).id
}
