import type { Db } from '../../../platform/schema/schema.ts'

/** An address that hears of faults at what the owner sees. */
export async function insertWebhook(db: Db, owner: number, name: string, at: Date): Promise<number> {
  const { id } = await db
    .insertInto('webhook_endpoints')
    .values({
      manager_id: owner,
      name,
      url: 'https://hooks.example/',
      events: ['fault.opened'],
      secret: 'sealed',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
