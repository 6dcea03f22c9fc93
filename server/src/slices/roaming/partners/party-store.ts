import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

/** Who we are in OCPI: a charge point operator. */
export interface OurParty {
  countryCode: string
  partyId: string
  name: string
  website: string | null
}

/** Our party; undefined: nobody has named it yet, so there is no roaming. */
export async function findOurParty(db: Db): Promise<OurParty | undefined> {
  const { rows } = await sql<OurParty>`
    select country_code as "countryCode", party_id as "partyId", name, website from roaming_party`.execute(db)
  return rows[0]
}

export async function saveOurParty(tx: Tx, party: OurParty): Promise<void> {
  const row = {
    country_code: party.countryCode,
    party_id: party.partyId,
    name: party.name,
    website: party.website,
  }
  await tx
    .insertInto('roaming_party')
    .values(row)
    .onConflict((conflict) => conflict.column('single').doUpdateSet(row))
    .execute()
}
