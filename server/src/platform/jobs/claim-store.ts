import { sql } from 'kysely'
import type { Db, Tx } from '../schema/schema.ts'

interface Claim {
  node: string
  /** of the queue */
  name: string
  ids: readonly string[]
}

/** Notes which jobs of a queue a server has under way; what it had before of that queue has ended. */
export async function claimJobs(db: Db, { node, name, ids }: Claim): Promise<void> {
  await sql`with ended as (
      delete from job_claims where node = ${node} and name = ${name} and not job_id = any(${ids}::text[])
    )
    insert into job_claims (node, name, job_id) select ${node}, ${name}, unnest(${ids}::text[])
    on conflict (node, name, job_id) do nothing`.execute(db)
}

/** A job that has failed may be another server's next. */
export async function endClaim(
  db: Db,
  { node, name, id }: Omit<Claim, 'ids'> & { id: string },
): Promise<void> {
  await db
    .deleteFrom('job_claims')
    .where('node', '=', node)
    .where('name', '=', name)
    .where('job_id', '=', id)
    .execute()
}

/**
 * Puts back into their queues what a server that is no more had under way. A job whose end it has noted stays as it is. Each queue has a
 * table: to change one is planned many times sooner than to change whichever of them.
 */
export async function releaseJobs(tx: Tx, node: string): Promise<void> {
  const { rows } = await sql<{ name: string; ids: string[] }>`
    with released as (delete from job_claims where node = ${node} returning name, job_id)
    select j.name, array_agg(j.id)::text[] as ids from released r
    join pgboss.job j on j.name = r.name and j.id = r.job_id::uuid and j.state = 'active' group by j.name`.execute(
    tx,
  )
  for (const { name, ids } of rows)
    await sql`update pgboss.job set state = 'retry', start_after = now()
      where name = ${name} and id = any(${ids}::uuid[]) and state = 'active' and retry_count < retry_limit`.execute(
      tx,
    )
}
