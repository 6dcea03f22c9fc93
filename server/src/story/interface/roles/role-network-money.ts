import type { Db } from '../../../platform/schema/schema.ts'

const statementParties = {
  network: { name: 'Network', inn: null, address: 'Tver', vat_percent: null },
  owner: { name: 'Owner', inn: null },
}

/** The owner's next statement: of the month after the last one. */
export async function insertStatement(db: Db, owner: number, at: Date): Promise<{ id: number }> {
  const { count } = await db
    .selectFrom('statements')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const month = new Date(Date.UTC(1990, Number(count), 1)).toISOString().slice(0, 10)
  const nothing = {
    session_count: 0,
    energy_wh: 0,
    opening_minor: 0,
    amount_minor: 0,
    bank_commission_minor: 0,
    agent_fee_minor: 0,
    compensation_minor: 0,
    paid_minor: 0,
  }
  return db
    .insertInto('statements')
    .values({
      owner_id: owner,
      month,
      year: 1990,
      number: Number(count) + 1,
      through_entry_id: 0,
      issued_at: at,
      parties: JSON.stringify({ ...statementParties, contract: null }),
      lines: '[]',
      ...nothing,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** What the station's own terminal has taken for no order. */
export async function insertSettlement(db: Db, station: string, name: string, at: Date): Promise<number> {
  const { id } = await db
    .insertInto('station_settlements')
    .values({
      station_id: station,
      psp_ref: name,
      status: 'settled',
      amount_minor: 100,
      settled_at: at,
      received_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

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
