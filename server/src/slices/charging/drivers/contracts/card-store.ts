import { contractKey } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'
import { tokenKey } from '../tokens.ts'

/** The card that a contract (eMAID) is, however its number is written; where several are, the one that is written alike. */
export async function findContractCard(db: Db, contract: string): Promise<string | undefined> {
  const { rows } = await sql<{ token: string }>`
    select token from id_tokens
    where token ~ '^[A-Z]{2}-?[A-Z0-9]{3}-?C[A-Z0-9]{8}(-?[A-Z0-9])?$'
      and left(replace(token, '-', ''), 14) = ${contractKey(contract)}
    order by token = ${tokenKey(contract)} desc, token limit 1`.execute(db)
  return rows[0]?.token
}
