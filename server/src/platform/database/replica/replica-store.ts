import { first } from '@stationmaster/units'
import { sql } from 'kysely'
import type { Db } from '../../schema/schema.ts'

/** How far a database has written its write-ahead log. */
export async function loadWritten(primary: Db): Promise<bigint> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(primary)
  return positionOf(first(rows).lsn)
}

/** How far a streaming replica has come in it. Throws an Error where the database is no replica. */
export async function loadReplayed(replica: Db): Promise<bigint> {
  const { rows } = await sql<{ lsn: string | null }>`
    select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end)::text as lsn`.execute(replica)
  const { lsn } = first(rows)
  if (lsn === null) throw new Error('it is no streaming replica')
  return positionOf(lsn)
}

/** A position, which PostgreSQL writes as two numbers in hexadecimal. */
function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
