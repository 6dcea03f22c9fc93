import { sql } from 'kysely'
import { isDuplicate } from '../../http/failure.ts'
import type { Db, Tx } from '../../schema/schema.ts'

/** Where deliveries go: a kind of delivery, and one of its receivers. */
export interface Target {
  channel: string
  target: string
}

export interface NewDelivery extends Target {
  /** what it is about, a module of OCPI for instance */
  topic: string
  /** of one topic and key, deliveries arrive in the order in which they were made */
  key: string
  /** JSON */
  payload?: object
  /** it says the newest of its key, so it makes an older one that waits needless */
  replaceable: boolean
}

export interface Delivery extends Target {
  id: number
  topic: string
  key: string
  payload: Record<string, unknown>
  /** how often it was tried before */
  attempts: number
  createdAt: Date
}

const selected = sql`d.id, d.channel, d.target, d.topic, d.key, d.payload, d.attempts, d.created_at as "createdAt"`

/** Adds deliveries. One that waits and is replaceable stays in its place, with the newer payload. */
export async function insertDeliveries(tx: Tx, all: readonly NewDelivery[], now: Date): Promise<void> {
  const rows = JSON.stringify(all.map((one) => ({ ...one, payload: one.payload ?? {} })))
  await sql`insert into deliveries (channel, target, topic, key, payload, replaceable, created_at, due_at)
    select r.channel, r.target, r.topic, r.key, r.payload, r.replaceable, ${now}, ${now}
    from json_to_recordset(${rows}::json)
      as r(channel text, target text, topic text, key text, payload jsonb, replaceable boolean)
    on conflict (channel, target, topic, key) where state = 'waiting' and replaceable
    do update set payload = excluded.payload, attempts = 0, error = null, due_at = least(deliveries.due_at, excluded.due_at)`.execute(
    tx,
  )
}

/**
 * Takes up to `most` deliveries of a target to send them: the first of each key, if it is due. What somebody took and did not end
 * before `until` is taken again.
 */
export async function takeDeliveries(
  db: Db,
  { channel, target }: Target,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    with taken as (
      select d.id from deliveries d
      where d.channel = ${channel} and d.target = ${target} and d.state <> 'dead' and d.due_at <= ${now}
        and not exists (select from delivery_targets t
          where t.channel = d.channel and t.target = d.target and t.due_at > ${now})
        and not exists (select from deliveries e
          where e.channel = d.channel and e.target = d.target and e.topic = d.topic and e.key = d.key
            and e.id < d.id and e.state <> 'dead')
      order by d.due_at, d.id limit ${most} for update of d skip locked
    )
    update deliveries d set state = 'sending', due_at = ${until} from taken where d.id = taken.id
    returning ${selected}`.execute(db)
  return rows.sort((a, b) => a.id - b.id)
}

/** Ends deliveries that have arrived. */
export async function removeDeliveries(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from deliveries where id = any(${ids}::bigint[])`.execute(db)
}

interface Postponed {
  attempts: number
  dueAt: Date
  error: string | null
}

/** A delivery is tried again at an instant, unless a newer one of its key waits that says all that it says. Not within a transaction. */
export async function postponeDelivery(db: Db, id: number, postponed: Postponed): Promise<void> {
  try {
    await putBack(db, id, postponed)
  } catch (error) {
    if (!isDuplicate(error, 'deliveries_waiting')) throw error
    // the newer one was being added meanwhile, and is there now
    await postponeDelivery(db, id, postponed)
  }
}

async function putBack(db: Db, id: number, { attempts, dueAt, error }: Postponed): Promise<void> {
  await sql`with needless as (
      delete from deliveries d where d.id = ${id} and d.replaceable and exists (select from deliveries n
        where n.channel = d.channel and n.target = d.target and n.topic = d.topic and n.key = d.key
          and n.id > d.id and n.state = 'waiting' and n.replaceable)
      returning d.id
    )
    update deliveries d set state = 'waiting', attempts = ${attempts}, due_at = ${dueAt}, error = ${error}
    where d.id = ${id} and not exists (select from needless)`.execute(db)
}

/** Nobody tries a delivery again, until a person does. */
export async function buryDelivery(
  db: Db,
  id: number,
  { attempts, error }: { attempts: number; error: string },
): Promise<void> {
  await sql`update deliveries set state = 'dead', attempts = ${attempts}, error = ${error}
    where id = ${id}`.execute(db)
}

/** A target has taken something: it counts as there. */
export async function updateReached(db: Db, { channel, target }: Target, now: Date): Promise<void> {
  await sql`insert into delivery_targets (channel, target, delivered_at) values (${channel}, ${target}, ${now})
    on conflict (channel, target) do update set failures = 0, failing_since = null, due_at = null,
      delivered_at = excluded.delivered_at, error = null`.execute(db)
}

/** A target is away; answers how often in a row, this time included. */
export async function countFailure(
  db: Db,
  { channel, target }: Target,
  { now, error }: { now: Date; error: string },
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into delivery_targets (channel, target, failures, failing_since, error)
    values (${channel}, ${target}, 1, ${now}, ${error})
    on conflict (channel, target) do update set failures = delivery_targets.failures + 1,
      failing_since = coalesce(delivery_targets.failing_since, excluded.failing_since), error = excluded.error
    returning failures`.execute(db)
  // the statement inserts or changes one row
  return rows[0]!.failures
}

/** Until when a target that is away is left alone. */
export async function updateTargetDue(db: Db, { channel, target }: Target, dueAt: Date): Promise<void> {
  await sql`update delivery_targets set due_at = ${dueAt}
    where channel = ${channel} and target = ${target}`.execute(db)
}

/** The targets that something could be sent to now. */
export async function listDueTargets(db: Db, now: Date): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select distinct d.channel, d.target from deliveries d
    left join delivery_targets t on t.channel = d.channel and t.target = d.target
    where d.state <> 'dead' and d.due_at <= ${now} and coalesce(t.due_at <= ${now}, true)`.execute(db)
  return rows
}

/** How it goes with a target. */
export interface TargetState {
  target: string
  waiting: number
  dead: number
  /** when the oldest that waits was made */
  oldestAt: Date | null
  failures: number
  failingSince: Date | null
  dueAt: Date | null
  deliveredAt: Date | null
  error: string | null
}

export async function listTargetStates(
  db: Db,
  channel: string,
  targets: readonly string[],
): Promise<TargetState[]> {
  const { rows } = await sql<TargetState>`
    select n.target as "target", coalesce(q.waiting, 0) as "waiting", coalesce(q.dead, 0) as "dead",
      q.oldest_at as "oldestAt", coalesce(t.failures, 0) as "failures", t.failing_since as "failingSince", t.due_at as "dueAt",
      t.delivered_at as "deliveredAt", t.error as "error"
    from unnest(${targets}::text[]) n(target)
    left join delivery_targets t on t.channel = ${channel} and t.target = n.target
    left join lateral (
      select count(*) filter (where state <> 'dead') as waiting, count(*) filter (where state = 'dead') as dead,
        min(created_at) filter (where state <> 'dead') as oldest_at
      from deliveries d where d.channel = ${channel} and d.target = n.target
    ) q on true`.execute(db)
  return rows
}

/** A delivery as it is shown: what waits first, then what is dead, the oldest first. */
export interface ListedDelivery extends Omit<Delivery, 'payload'> {
  state: 'waiting' | 'sending' | 'dead'
  error: string | null
  dueAt: Date
}

export async function listDeliveries(
  db: Db,
  { channel, target }: Target,
  { isDead, afterId, most }: { isDead: boolean; afterId: number; most: number },
): Promise<ListedDelivery[]> {
  const { rows } = await sql<ListedDelivery>`
    select d.id, d.channel, d.target, d.topic, d.key, d.attempts, d.created_at as "createdAt", d.state, d.error,
      d.due_at as "dueAt"
    from deliveries d where d.channel = ${channel} and d.target = ${target} and (d.state = 'dead') = ${isDead}
      and d.id > ${afterId}
    order by d.id limit ${most}`.execute(db)
  return rows
}

/** Gives dead deliveries of a target back to it, all or one; answers how many. One that a newer one has replaced is given up. */
export async function reviveDeliveries(
  tx: Tx,
  { channel, target }: Target,
  { id, now }: { id: number | null; now: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with chosen as (
      select d.id, d.replaceable and (exists (select from deliveries n
          where n.channel = d.channel and n.target = d.target and n.topic = d.topic and n.key = d.key and n.id > d.id))
        as needless
      from deliveries d where d.channel = ${channel} and d.target = ${target} and d.state = 'dead'
        and (${id}::bigint is null or d.id = ${id}) for update
    ), removed as (delete from deliveries d using chosen c where c.id = d.id and c.needless)
    update deliveries d set state = 'waiting', attempts = 0, created_at = ${now}, due_at = ${now}
    from chosen c where c.id = d.id and not c.needless`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
