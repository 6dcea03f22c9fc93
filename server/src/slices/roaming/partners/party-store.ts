import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

/** Who we are in OCPI: a charge point operator. */
export interface OurParty {
  countryCode: string
  partyId: string
  name: string
  website: string | null
  /** whether all energy is from regenerative sources; null: nothing is said of it */
  greenEnergy: boolean | null
  energySupplier: string | null
  energyProduct: string | null
}

/** Our party; undefined: nobody has named it yet, so there is no roaming. */
export async function findOurParty(db: Db): Promise<OurParty | undefined> {
  const { rows } = await sql<OurParty>`
    select country_code as "countryCode", party_id as "partyId", name, website, green_energy as "greenEnergy",
      energy_supplier as "energySupplier", energy_product as "energyProduct" from roaming_party`.execute(db)
  return rows[0]
}

export async function saveOurParty(tx: Tx, party: OurParty): Promise<void> {
  const row = {
    country_code: party.countryCode,
    party_id: party.partyId,
    name: party.name,
    website: party.website,
    green_energy: party.greenEnergy,
    energy_supplier: party.energySupplier,
    energy_product: party.energyProduct,
  }
  await tx
    .insertInto('roaming_party')
    .values(row)
    .onConflict((conflict) => conflict.column('single').doUpdateSet(row))
    .execute()
}
