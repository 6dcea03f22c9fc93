import { sql } from 'kysely'
import type { Db } from '../../../../platform/schema/schema.ts'

/** The station of a number, if it is the only one that has it. */
export async function findStationId(db: Db, number: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from station_view where number = ${number} and deleted_at is null limit 2`.execute(db)
  return rows.length === 1 ? rows[0]?.id : undefined
}
