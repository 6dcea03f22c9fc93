import { DAY_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { inTransaction } from '../database/transaction.ts'
import type { Db, Tx } from '../schema/schema.ts'
import { removeBefore } from './remove-before.ts'

type Parent = 'frames' | 'meter_samples'

interface Partition {
  parent: Parent
  name: string
  from: Date
  to: Date
}

/** Makes the daily partitions of frames (yesterday to 7 days ahead) and the monthly ones of meter_samples (4 back, 3 ahead). */
export async function ensurePartitions(db: Db, now: Date): Promise<void> {
  const wanted = [...daysAround(now), ...monthsAround(now)]
  await inTransaction(db, async (tx) => {
    await takeTurn(tx)
    const present = new Set((await listPartitions(tx)).map(({ name }) => name))
    for (const partition of wanted) if (!present.has(partition.name)) await create(tx, partition)
  })
}

/** Drops the partitions, and the rows outside of them, that are older than the retention settings. */
export async function dropOldPartitions(
  db: Db,
  now: Date,
  keep: { journalDays: number; meterMonths: number },
): Promise<void> {
  const oldest: Record<Parent, Date> = {
    frames: new Date(startOfDay(now).getTime() - keep.journalDays * DAY_MS),
    meter_samples: addMonths(startOfMonth(now), -keep.meterMonths),
  }
  for (const { parent, name, to } of await listPartitions(db)) {
    if (to > oldest[parent]) continue
    // a transaction each: a drop locks the whole table
    await inTransaction(db, async (tx) => {
      await takeTurn(tx)
      await sql`drop table if exists ${sql.table(name)}`.execute(tx)
    })
  }
  await removeBefore(db, 'frames_default', 'at', oldest.frames)
  await removeBefore(db, 'meter_samples_default', 'at', oldest.meter_samples)
}

/** One server changes partitions at a time: PostgreSQL may find half of one that another drops at that moment. */
const takeTurn = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('partitions'))`.execute(tx)

/** Attaching scans the default partition, so rows that fell into it because their own was missing move over first. */
async function create(tx: Tx, { parent, name, from, to }: Partition): Promise<void> {
  const table = sql.table(name)
  const fallback = sql.table(`${parent}_default`)
  await sql`create table ${table} (like ${sql.table(parent)} including defaults including constraints)`.execute(
    tx,
  )
  await sql`insert into ${table} select * from ${fallback} where at >= ${from} and at < ${to}`.execute(tx)
  await sql`delete from ${fallback} where at >= ${from} and at < ${to}`.execute(tx)
  await sql`alter table ${sql.table(parent)} attach partition ${table}
    for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(tx)
}

async function listPartitions(db: Db): Promise<Partition[]> {
  const { rows } = await sql<{ parent: Parent; name: string }>`
    select parent.relname as parent, child.relname as name
    from pg_inherits
    join pg_class parent on parent.oid = inhparent
    join pg_class child on child.oid = inhrelid
    where parent.relname in ('frames', 'meter_samples') and child.relname ~ '_p[0-9]+$' and child.relkind = 'r'
      and pg_table_is_visible(parent.oid)
  `.execute(db)
  return rows.map(({ parent, name }) => {
    const digits = name.slice(name.lastIndexOf('_p') + 2)
    const from = new Date(
      Date.UTC(Number(digits.slice(0, 4)), Number(digits.slice(4, 6)) - 1, Number(digits.slice(6) || 1)),
    )
    return {
      parent,
      name,
      from,
      to: parent === 'frames' ? new Date(from.getTime() + DAY_MS) : addMonths(from, 1),
    }
  })
}

function daysAround(now: Date): Partition[] {
  return Array.from({ length: 9 }, (_, index) => {
    const from = new Date(startOfDay(now).getTime() + (index - 1) * DAY_MS)
    const name = `frames_p${from.toISOString().slice(0, 10).replaceAll('-', '')}`
    return { parent: 'frames', name, from, to: new Date(from.getTime() + DAY_MS) }
  })
}

function monthsAround(now: Date): Partition[] {
  return Array.from({ length: 8 }, (_, index) => {
    const from = addMonths(startOfMonth(now), index - 4)
    const name = `meter_samples_p${from.toISOString().slice(0, 7).replace('-', '')}`
    return { parent: 'meter_samples', name, from, to: addMonths(from, 1) }
  })
}

const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS)
const startOfMonth = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
const addMonths = (at: Date, months: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))
