import type { ErrorAnswer, ImportResult, Plan, Station } from '@stationmaster/contract'
import { DAY_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { insertInvoice } from '../../slices/partners/plan/invoices/invoice-store.ts'
import { renewalBill } from '../../slices/partners/plan/rules.ts'
import {
  findSubscription,
  insertSubscription,
  updateBank,
  updateSubscription,
  upsertAccount,
} from '../../slices/partners/plan/store.ts'
import { insertManager } from '../../slices/people/managers/store.ts'
import { aStation, Office } from '../world/office.ts'

describe('what plans let earn', () => {
  let office: Office
  let owner = 0
  let yard = 0
  let made = 0
  beforeAll(async () => {
    office = await Office.open(await openTestDatabase(), { PLANS: 'on' })
    owner = await office.idOf('manager')
    yard = await office.addLocation('Yard', owner)
  })
  afterAll(() => office.close())

  /** Adds a station as an administrator does; resolves to what the answer says of it. */
  async function add(locationId: number): Promise<Station> {
    made += 1
    const body = aStation(`GATE-${String(made).padStart(2, '0')}`)
    return (await office.call<Station>('administrator', 'POST', `locations/${locationId}/stations`, body))
      .body
  }
  const monetize = (id: string, monetized = true, who: 'manager' | 'administrator' = 'manager') =>
    office.call<Station & ErrorAnswer>(who, 'POST', `stations/${id}/monetize`, { monetized })
  /** Gives a location to somebody, whatever becomes free of charge by it. */
  const give = async (locationId: number, owner_id: number | null) =>
    office.call('administrator', 'PATCH', `locations/${locationId}`, {
      owner_id,
      free_stations: await earning(locationId),
    })
  const earning = async (locationId: number) =>
    (await office.call<Station[]>('administrator', 'GET', `locations/${locationId}/stations`)).body
      .filter(({ monetized }) => monetized)
      .map(({ id }) => id)
  const exempt = (id: string) =>
    sql`update stations set monetized = true, plan_exempt_at = now() where id = ${id}`.execute(
      office.database.db,
    )

  /** Has the manager pay for so many stations; 0: for none any more. */
  async function pay(quantity: number): Promise<void> {
    const { db } = office.database
    const now = office.clock.now()
    await db.transaction().execute(async (tx) => {
      const place = { country: 'DE' as const, city: 'Hamburg', zip: '20095', address: 'Quay 1' }
      await upsertAccount(
        tx,
        owner,
        { provider: 'sandbox', vendorRef: 'v', name: 'Anna', taxId: '1', ...place },
        now,
      )
      await updateBank(tx, owner, { bankName: 'First Bank', currency: 'EUR' })
      const before = await findSubscription(tx, owner, true)
      if (before && before.state !== 'ended')
        await updateSubscription(tx, { ...before, state: 'ended', dueAt: null }, now)
      if (quantity === 0) return
      const period = { periodStart: now, periodEnd: new Date(now.getTime() + 30 * DAY_MS) }
      await insertSubscription(tx, {
        managerId: owner,
        frequency: 'monthly',
        quantity,
        anchoredAt: now,
        ...period,
        creditMinor: 0,
        switchedOff: [],
      })
      const begun = await findSubscription(tx, owner, true)
      await updateSubscription(tx, { ...begun!, state: 'active', dueAt: period.periodEnd }, now)
    })
  }

  test('without a plan no station of an owner begins to earn, no matter who switches, adds or imports it', async () => {
    const added = await add(yard)
    expect(added).toMatchObject({ monetized: false, needs_pro: true })
    for (const who of ['manager', 'administrator'] as const)
      expect(await monetize(added.id, true, who)).toMatchObject({
        status: 402,
        body: { code: 'plan.pro_needed' },
      })
    const cells: Record<string, string> = {
      location_id: String(yard),
      location_name: 'Yard',
      station_id: 'GATE-FILE',
      vendor_name: 'Voltwerk',
      model: 'Duo',
      evse_number: '1',
      connector_number: '1',
      type: 'CCS 2',
      current: 'DC',
      power: '150',
    }
    const csv = (of: Record<string, string>) => `${Object.keys(of)}\n${Object.values(of)}`
    const send = (of: Record<string, string>) =>
      office.call<ImportResult>('administrator', 'POST', 'locations/import', { csv: csv(of) })
    expect((await send(cells)).body).toMatchObject({ applied: true, not_monetized: ['GATE-FILE'] })
    expect((await send({ ...cells, monetized: 'true' })).body).toMatchObject({ not_monetized: ['GATE-FILE'] })
    expect(await earning(yard)).toEqual([])
    const { rows } = await sql<{ after: object }>`
      select after from audit_log where action = 'station.monetize' and subject_id = 'GATE-FILE'`.execute(
      office.database.db,
    )
    const off = { after: { monetized: false, cause: 'import' } }
    expect(rows).toEqual([off, off])
  })

  test('locations of nobody, or of an administrator, are never gated', async () => {
    const administrator = await office.idOf('administrator')
    for (const of of [undefined, administrator]) {
      const place = await office.addLocation('Own', of)
      const { id, monetized } = await add(place)
      expect(monetized).toBe(true)
      expect((await monetize(id, false, 'administrator')).body.needs_pro).toBe(false)
      expect((await monetize(id, true, 'administrator')).body.monetized).toBe(true)
    }
  })

  test('a plan covers as many stations as are paid, and a period that is being charged as many as it is charged for', async () => {
    const stations = [await add(yard), await add(yard), await add(yard)].map(({ id }) => id)
    await pay(2)
    expect((await monetize(stations[0]!)).body).toMatchObject({ monetized: true, needs_pro: false })
    expect((await monetize(stations[1]!)).status).toBe(200)
    expect(await monetize(stations[2]!)).toMatchObject({ status: 402, body: { code: 'plan.no_room' } })
    await monetize(stations[1]!, false)
    expect((await monetize(stations[2]!)).status).toBe(200)
    await monetize(stations[2]!, false)
    const one = (await findSubscription(office.database.db, owner))!
    await office.database.db.transaction().execute(async (tx) => {
      await insertInvoice(tx, one.id, renewalBill(one, 1, 'DE')!, office.clock.now())
    })
    expect((await monetize(stations[1]!)).body.code).toBe('plan.no_room')
    await sql`delete from plan_invoices`.execute(office.database.db)
    await pay(0)
    for (const id of stations) await monetize(id, false)
  })

  test('with another owner stations earn as far as that one’s plan goes, and so they do where a role ends that needs none', async () => {
    const place = await office.addLocation('Sold')
    const ids = [(await add(place)).id, (await add(place)).id]
    await pay(1)
    await give(place, owner)
    expect(await earning(place)).toEqual([ids[0]])
    await pay(0)
    await give(place, null)
    await give(place, owner)
    expect(await earning(place)).toEqual([])

    const second = (await insertManager(office.database.db, {
      email: 'second@gates.example',
      passwordHash: null,
      role: 'administrator',
      firstName: 'Second',
      lastName: 'One',
      createdAt: office.clock.now(),
    }))!
    await give(place, second)
    for (const id of ids) await monetize(id, true, 'administrator')
    expect(await earning(place)).toEqual(ids)
    const { status } = await office.call('administrator', 'PATCH', `managers/${second}`, {
      role: 'manager',
      free_stations: ids,
    })
    expect([status, await earning(place)]).toEqual([200, []])
  })

  test('what earned before goes on without a plan, beside what one covers, until it is switched off or sold', async () => {
    const place = await office.addLocation('Before', owner)
    const ids = [(await add(place)).id, (await add(place)).id, (await add(place)).id]
    for (const id of ids.slice(0, 2)) await exempt(id)
    const { body: plan } = await office.call<Plan>('manager', 'GET', `managers/${owner}/plan`)
    expect(plan.exempt).toEqual(ids.slice(0, 2))
    await pay(1)
    expect((await monetize(ids[2]!)).status).toBe(200)
    await monetize(ids[2]!, false)
    await monetize(ids[0]!, false)
    expect((await monetize(ids[0]!)).status).toBe(200)
    await pay(0)
    await monetize(ids[0]!, false)
    expect((await monetize(ids[0]!)).body.code).toBe('plan.pro_needed')
    expect(await earning(place)).toEqual([ids[1]])
    await give(place, null)
    await give(place, owner)
    expect(await earning(place)).toEqual([])
  })
})
