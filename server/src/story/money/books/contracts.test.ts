import type {
  BankRate,
  ErrorAnswer,
  GroupedPaymentNode,
  LegalDetails,
  OwnerContract,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../../platform/general/testing.ts'
import { listDifferences } from '../../../slices/money/ledger/totals-store.ts'
import { Office } from '../../world/office.ts'
import { World } from '../../world/world.ts'

describe.each(openTestDatabases())('contracts and rates ($name)', ({ open }) => {
  // 10 March 2026
  let office: Office
  let owner: number
  beforeAll(async () => {
    office = await Office.open(await open())
    owner = await office.idOf('manager')
  })
  afterAll(() => office.close())

  const contract = (changes: object = {}) => ({
    owner_id: owner,
    number: '7/26',
    inn: '7707083893',
    agent_fee_percent: 12.5,
    valid_from: '2026-03-01',
    ...changes,
  })
  const add = (changes: object = {}) =>
    office.call<OwnerContract & ErrorAnswer>('administrator', 'POST', 'contracts', contract(changes))

  test('a contract is listed with its owner, and says whether it is in force', async () => {
    expect(await add()).toMatchObject({ status: 201, body: { in_force: true, can: { change: false } } })
    const next = await add({ valid_from: '2026-04-01', agent_fee_percent: 11, inn: '' })
    expect(next.body).toMatchObject({ in_force: false, can: { change: true }, inn: null })
    const { body } = await office.call<OwnerContract[]>('administrator', 'GET', 'contracts')
    expect(body.map((one) => [one.valid_from, one.agent_fee_percent, one.in_force])).toEqual([
      ['2026-04-01', 11, false],
      ['2026-03-01', 12.5, true],
    ])
    expect(body[0]).toMatchObject({ owner_id: owner, owner_name: expect.stringMatching(/\w/) })
  })

  test.each([
    [{ valid_from: '2026-02-28' }, 409, 'contract.month_closed'],
    [{ valid_from: '2026-03-01' }, 409, 'contract.day_taken'],
    [{ valid_from: '2026-05-01', inn: '7707083894' }, 400, 'request.invalid'],
    [{ valid_from: '2026-05-01', agent_fee_percent: 12.345 }, 400, 'request.invalid'],
    [{ valid_from: '2026-05-01', agent_fee_percent: 101 }, 400, 'request.invalid'],
    [{ valid_from: '2026-05-32' }, 400, 'request.invalid'],
    [{ valid_from: '2026-05-01', owner_id: 999_999 }, 404, 'manager.not_found'],
  ])('%j is refused', async (changes, status, code) => {
    expect(await add(changes)).toMatchObject({ status, body: { code } })
  })

  test('what has not begun is changed, what has begun is not', async () => {
    const { body } = await office.call<OwnerContract[]>('administrator', 'GET', 'contracts')
    const [future, past] = body
    const change = (id: number, changes: object) =>
      office.call<OwnerContract>('administrator', 'PATCH', `contracts/${id}`, {
        number: '8/26',
        inn: null,
        agent_fee_percent: 9,
        valid_from: '2026-04-15',
        ...changes,
      })
    expect(await change(future!.id, {})).toMatchObject({
      status: 200,
      body: { number: '8/26', agent_fee_percent: 9, valid_from: '2026-04-15', owner_id: owner },
    })
    expect(await change(past!.id, {})).toMatchObject({ status: 409, body: { code: 'contract.begun' } })
    expect(await change(future!.id, { valid_from: '2026-02-01' })).toMatchObject({
      status: 409,
      body: { code: 'contract.month_closed' },
    })
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where subject_type = 'contract' order by id`.execute(office.database.db)
    expect(rows.map(({ action }) => action)).toEqual(['contract.add', 'contract.add', 'contract.change'])
  })

  test('bank rates and legal details are kept from a day on too', async () => {
    const rate = { provider: 'sandbox', method_type: 'card', rate_percent: 2.8, valid_from: '2026-03-05' }
    const added = await office.call<BankRate>('administrator', 'POST', 'bank-rates', rate)
    expect(added).toMatchObject({ status: 201, body: { ...rate, in_force: true } })
    expect(await office.call('administrator', 'POST', 'bank-rates', rate)).toMatchObject({ status: 409 })
    const later = { ...rate, rate_percent: 2.5, valid_from: '2026-06-01' }
    const { body } = await office.call<BankRate>('administrator', 'POST', 'bank-rates', later)
    const changed = { ...later, rate_percent: 2.4 }
    expect(await office.call('administrator', 'PATCH', `bank-rates/${body.id}`, changed)).toMatchObject({
      body: changed,
    })
    expect((await office.call<BankRate[]>('administrator', 'GET', 'bank-rates')).body).toHaveLength(2)

    const legal = {
      name: 'Сеть',
      inn: '7707083893',
      address: 'Тверь',
      vat_percent: 22,
      valid_from: '2026-03-01',
    }
    const saved = await office.call<LegalDetails>('administrator', 'POST', 'legal-details', legal)
    expect(saved).toMatchObject({ status: 201, body: legal })
    const free = { ...legal, vat_percent: null, valid_from: '2026-07-01' }
    const next = await office.call<LegalDetails>('administrator', 'POST', 'legal-details', free)
    expect(next.body).toMatchObject({ vat_percent: null, can: { change: true } })
    expect(
      await office.call('administrator', 'PATCH', `legal-details/${next.body.id}`, { ...free, name: 'Net' }),
    ).toMatchObject({ body: { name: 'Net' } })
    expect((await office.call<LegalDetails[]>('administrator', 'GET', 'legal-details')).body).toMatchObject([
      { in_force: false },
      { in_force: true },
    ])
  })
})

describe.each(openTestDatabases())('who gets what of a session ($name)', ({ open }) => {
  let world: World
  let owner: number
  beforeAll(async () => {
    world = await World.open(await open())
    const { rows } = await sql<{ id: number }>`
      select id from managers where email = 'manager@demo.stationmaster.example'`.execute(world.db)
    owner = rows[0]!.id
    await world.patch(`locations/${world.locationId}`, { owner_id: owner })
    await world.addCard('SHARED1')
  })
  afterAll(() => world?.close())

  const grouped = async () => {
    const answer = await fetch(`${world.server.url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: world.authorization },
      body: JSON.stringify({
        query:
          '{ groupedPayments { payment_method_type amount agent_fee bank_commission compensation count } }',
      }),
    })
    return ((await answer.json()) as { data: { groupedPayments: GroupedPaymentNode[] } }).data.groupedPayments
  }
  const today = () => new Date(world.clock.now().getTime() + 3 * 3_600_000).toISOString().slice(0, 10)

  test('the fee in force is taken with the session, one that is agreed on later for the same days too', async () => {
    const station = await world.simulate('ocpp2.0.1')
    await station.charge({ token: 'SHARED1', energyWh: 20_000 })
    expect(await grouped()).toMatchObject([{ amount: 34_000, agent_fee: 0 }])
    const terms = { owner_id: owner, number: '1', inn: null, agent_fee_percent: 12.5, valid_from: today() }
    await world.post('contracts', terms)
    expect(await grouped()).toMatchObject([{ amount: 34_000, agent_fee: 4250, count: 1 }])
    await station.charge({ token: 'SHARED1', energyWh: 10_000 })
    expect(await grouped()).toMatchObject([
      { amount: 51_000, agent_fee: 6375, bank_commission: 0, compensation: 0, count: 2 },
    ])
    expect(await listDifferences(world.db)).toEqual([])
    const { rows } = await sql<{ account: string; minor: number }>`
      select account, balance_minor as minor from ledger_balance_view where balance_minor < 0 order by account`.execute(
      world.db,
    )
    expect(rows).toEqual([
      { account: 'agent_income', minor: -6375 },
      { account: `owner_payable:${owner}`, minor: -44_625 },
    ])
  })
})
