import type {
  Admission,
  ErrorAnswer,
  ImportResult,
  Location,
  PayoutDetailsBody,
  Station,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { replaceMethod, updateBank, upsertAccount } from '../../slices/partners/plan/store.ts'
import { aStation, Office } from '../world/office.ts'
import { readOutbox } from '../world/outbox.ts'
import { SettlementWorld } from './settlement-world.ts'

describe('what an owner has added who is not let in', () => {
  let office: Office
  let owner = 0
  let place = 0
  let made = 0
  beforeAll(async () => {
    office = await Office.open(
      await openTestDatabase(),
      { SELF_SERVICE: 'true', PLANS: 'on' },
      { jobs: true },
    )
    owner = await office.idOf('manager')
    place = (await office.call<Location>('manager', 'POST', 'locations', { name: 'Own', city: 'Tver' })).body
      .id
  })
  afterAll(() => office.close())

  const admission = (id = owner) =>
    office.call<Admission & ErrorAnswer>('administrator', 'GET', `managers/${id}/admission`)
  const needsAdmission = async (id: number) =>
    (await office.call<Location>('manager', 'GET', `locations/${id}`)).body.needs_admission
  const monetize = (id: string) =>
    office.call<Station & ErrorAnswer>('administrator', 'POST', `stations/${id}/monetize`, {
      monetized: true,
    })
  async function add(who: 'administrator' | 'manager', locationId: number): Promise<Station> {
    made += 1
    const body = aStation(`WAIT-${made}`)
    return (await office.call<Station>(who, 'POST', `locations/${locationId}/stations`, body)).body
  }
  const putDetails = (body: object, who: 'administrator' | 'manager' = 'manager', id = owner) =>
    office.call<Admission & ErrorAnswer>(who, 'PUT', `managers/${id}/payout-details`, body)

  test('earns nothing by an administrator’s hand either: not as it is added, not by a file', async () => {
    const added = await add('administrator', place)
    expect(added).toMatchObject({ monetized: false, needs_admission: true })
    const cells: Record<string, string> = {
      location_id: String(place),
      location_name: 'Own',
      station_id: added.id,
      monetized: 'true',
      vendor_name: 'Voltwerk',
      model: 'Duo 150',
      evse_number: '1',
      connector_number: '1',
      type: 'CCS 2',
      current: 'DC',
      power: '150',
    }
    const csv = `${Object.keys(cells)}\n${Object.values(cells)}`
    const sent = await office.call<ImportResult>('administrator', 'POST', 'locations/import', { csv })
    expect(sent.body).toMatchObject({ applied: true, not_monetized: [added.id] })
    expect((await monetize(added.id)).body.code).toBe('owner.not_admitted')
  })

  test('is not paid into by a plan: a plan for it is refused before anything is charged', async () => {
    const { id } = await add('manager', place)
    const now = office.clock.now()
    await office.database.db.transaction().execute(async (tx) => {
      const business = { country: 'DE' as const, city: 'Hamburg', zip: '20095', address: 'Quay 1' }
      const account = { provider: 'sandbox', vendorRef: 'v', name: 'Anna', taxId: '1', ...business }
      await upsertAccount(tx, owner, account, now)
      await updateBank(tx, owner, { bankName: 'First Bank', currency: 'EUR' })
      const card = { provider: 'sandbox', methodRef: 'm', brand: null, last4: null }
      await replaceMethod(tx, owner, card, now)
    })
    const { body: all } = await office.call<Station[]>('manager', 'GET', `locations/${place}/stations`)
    const response = await office.call<ErrorAnswer>('manager', 'POST', `managers/${owner}/subscription`, {
      frequency: 'monthly',
      quantity: 1,
      stations: all.map((one) => ({ id: one.id, monetized: one.id === id })),
    })
    expect(response).toMatchObject({ status: 409, body: { code: 'owner.not_admitted' } })
    expect((await sql`select from plan_invoices`.execute(office.database.db)).rows).toEqual([])
    // the bank that was entered with the plan is enough
    expect((await admission()).body).toMatchObject({
      payout: { from: 'plan', bank_name: 'First Bank', account_number: null },
      missing: ['contract'],
    })
    await sql`delete from payment_accounts`.execute(office.database.db)
  })

  test('is like any other once an administrator gives it to somebody; what administrators add for the owner never waits', async () => {
    const sold = (await office.call<Location>('manager', 'POST', 'locations', { name: 'Sold' })).body
    expect(await needsAdmission(sold.id)).toBe(true)
    const give = (owner_id: number | null) =>
      office.call('administrator', 'PATCH', `locations/${sold.id}`, { owner_id })
    await office.call('administrator', 'PATCH', `locations/${sold.id}`, { free_parking: true })
    expect(await needsAdmission(sold.id)).toBe(true)
    await give(null)
    await give(owner)
    expect(await needsAdmission(sold.id)).toBe(false)
    const given = await office.addLocation('Given', owner)
    expect(await needsAdmission(given)).toBe(false)
    expect((await monetize((await add('manager', given)).id)).body.code).toBe('plan.pro_needed')
    expect((await admission()).body.waiting.map(({ name }) => name)).toEqual(['Own'])
  })

  test('owners are shown to administrators and themselves; nobody but a manager is let in', async () => {
    const [other, accounter] = [await office.idOf('administrator'), await office.idOf('accounter')]
    const theirs = await office.call<ErrorAnswer>('manager', 'GET', `managers/${other}/admission`)
    expect([theirs.status, (await admission(999_999)).status]).toEqual([404, 404])
    expect((await admission(accounter)).body).toMatchObject({ needed: false, can: { change_payout: false } })
    expect((await putDetails(details, 'administrator', accounter)).status).toBe(404)
    const admit = (id: number) =>
      office.call<ErrorAnswer>('administrator', 'POST', `managers/${id}/admission`)
    for (const id of [other, accounter]) expect((await admit(id)).body.code).toBe('owner.not_ready')
  })

  const details: PayoutDetailsBody = {
    holder: 'Martin Krause',
    bank_name: 'First Bank',
    bic: '044525225',
    account_number: '40702810438000060473',
  }

  test.each<[object, string, string]>([
    [{ bic: '' }, 'bic', 'rules.required'],
    [{ bic: '12345' }, 'bic', 'rules.bic'],
    [{ bic: '044525593' }, 'account_number', 'rules.account'],
    [{ account_number: '40702810438000060474' }, 'account_number', 'rules.account'],
    [{ account_number: 'DE89370400440532013001', bic: '' }, 'account_number', 'rules.account'],
    [{ holder: ' ' }, 'holder', 'rules.required'],
  ])('payout details of %j are refused', async (part, path, message) => {
    const answer = await putDetails({ ...details, ...part })
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path, message }] } })
  })

  test('the audit log shows of an account only its end, and the owner is mailed once when it is another one', async () => {
    expect((await putDetails(details)).body.payout).toMatchObject({ ...details, from: 'details' })
    const iban = { ...details, account_number: 'GB29 NWBK 6016 1331 9268 19', bic: '' }
    for (const who of ['administrator', 'administrator', 'manager'] as const)
      expect((await putDetails(iban, who)).status).toBe(200)
    const { rows } = await sql<{ before: object | null; after: object }>`
      select before, after from audit_log where action = 'owner.set_payout_details' order by id`.execute(
      office.database.db,
    )
    expect(rows.map(({ before, after }) => [before, after])).toMatchObject([
      [null, { account_number: '…0473', holder: 'Martin Krause' }],
      [{ account_number: '…0473' }, { account_number: '…6819' }],
    ])
    expect(JSON.stringify(rows)).not.toContain('NWBK')
    const mail = await office.mailTo(office.emailOf('manager'), 'Your payout details were changed')
    expect(mail.text).toContain('account …6819')
    expect(readOutbox(office.config.dataDir).filter(({ subject }) => subject === mail.subject)).toHaveLength(
      1,
    )
  })
})

describe('the takings of a new owner', () => {
  // 10 March 2026, 12:00 in Moscow
  let world: SettlementWorld
  beforeAll(async () => {
    world = await SettlementWorld.open()
  })
  afterAll(() => world.office.close())

  const admittedAt = (at: string) =>
    sql`update managers set admitted_at = ${at} where id = ${world.ownerId}`.execute(world.db)
  const rowOf = async (month: string) => (await world.list()).body.find((row) => row.month === month)!

  test('are held for 14 days of the network’s calendar, to the day', async () => {
    await world.charge(1, '2026-01-05', { capturedMinor: 34_000 })
    await world.charge(2, '2026-02-05', { methodType: 'cash', capturedMinor: 8000, agentFeeMinor: 1000 })
    const { id } = (await world.issue('2026-01')).body
    // 0:00 on 25 February in Moscow
    await admittedAt('2026-02-24T21:00:00Z')
    expect(await rowOf('2026-01')).toMatchObject({ held_until: '2026-03-11', can: { pay: false } })
    const refused = await world.pay(id!, '2026-03-10')
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'settlement.held', details: { day: '2026-03-11' } },
    })
    expect(refused.body.error).toContain('11 Mar 2026')
    expect((await world.preview('2026-02')).body.held_until).toBeNull()
    // the last second of the day before
    await admittedAt('2026-02-24T20:59:59Z')
    expect(await rowOf('2026-01')).toMatchObject({ held_until: null, can: { pay: true } })
    expect((await world.pay(id!, '2026-03-10')).status).toBe(201)
  })

  test('do not hold back what the owner owes', async () => {
    await admittedAt('2026-03-09T12:00:00Z')
    const { id, due_amount } = (await world.issue('2026-02')).body
    expect(due_amount).toBe(-1000)
    expect(await rowOf('2026-02')).toMatchObject({ held_until: null, can: { pay: true } })
    expect((await world.pay(id!, '2026-03-10')).status).toBe(201)
  })
})
