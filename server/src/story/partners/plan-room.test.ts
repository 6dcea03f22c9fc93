import type { ErrorAnswer, Manager, Plan, PlanInvoice, PlanRoom, Station } from '@stationmaster/contract'
import { testCards } from '@stationmaster/payment-sandbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { encryptedCard, SandboxProcess } from '../money/payments/payment-sandbox.ts'
import { aStation, Office } from '../world/office.ts'
import { readOutbox } from '../world/outbox.ts'
import { bank, individual } from './plan-bodies.ts'

describe('room in a plan', () => {
  const sandbox = new SandboxProcess()
  let office: Office
  let owner: Manager
  let yard = 0
  const ids = ['ROOM-1', 'ROOM-2', 'ROOM-3', 'ROOM-4']
  beforeAll(async () => {
    await sandbox.start()
    office = await Office.open(await openTestDatabase(), { ...sandbox.env, PLANS: 'on' }, { jobs: true })
    owner = (await office.call<Manager>('manager', 'GET', 'auth/manager')).body
    yard = await office.addLocation('Yard', owner.id)
    for (const id of ids) await office.call('manager', 'POST', `locations/${yard}/stations`, aStation(id))
  })
  afterAll(async () => {
    await office.close()
    await sandbox.remove()
  })

  type Who = 'administrator' | 'manager'
  const room = async (who: Who = 'administrator', locationId = yard) =>
    (await office.call<PlanRoom>(who, 'GET', `locations/${locationId}/plan-room`)).body
  const grow = (id: string, most: number, who: Who = 'administrator') =>
    office.call<PlanRoom & ErrorAnswer>(who, 'POST', `stations/${id}/plan-room`, { most })
  const monetize = (id: string, monetized: boolean) =>
    office.call<Station & ErrorAnswer>('administrator', 'POST', `stations/${id}/monetize`, { monetized })
  const plan = async () => (await office.call<Plan>('manager', 'GET', `managers/${owner.id}/plan`)).body
  const invoices = async () =>
    (await office.call<PlanInvoice[]>('manager', 'GET', `managers/${owner.id}/invoices`)).body
  const earning = async () =>
    (await office.call<Station[]>('administrator', 'GET', `locations/${yard}/stations`)).body
      .flatMap(({ id, monetized }) => (monetized ? [id] : []))
      .sort()
  const mails = () => readOutbox(office.config.dataDir).filter(({ to }) => to === owner.email)

  async function card(behaviour: string): Promise<void> {
    const key = (await office.call<{ BLUESNAP_PUBLIC_KEY: string }>(null, 'GET', 'help/config')).body
    const { number } = testCards.find((one) => one.behaviour === behaviour)!
    const sealed = await encryptedCard(key.BLUESNAP_PUBLIC_KEY, number)
    const { status } = await office.call('manager', 'POST', 'payment-methods', {
      credit_card: {
        expiration_year: '2030',
        expiration_month: 12,
        encrypted_card_number: sealed.encryptedCardNumber,
        encrypted_security_code: sealed.encryptedSecurityCode,
      },
    })
    expect(status).toBe(201)
  }

  test('it shows whose plan decides, and that there is none; elsewhere no plan is required', async () => {
    const nobodys = await office.addLocation('Of the network')
    const notNeeded = { owner: null, quantity: null, earning: 0, hindrance: null, more: null }
    expect(await room('administrator', nobodys)).toEqual(notNeeded)
    expect(await room()).toEqual({
      owner: { name: `${owner.first_name} ${owner.last_name}`, email: owner.email },
      quantity: null,
      earning: 0,
      hindrance: null,
      more: null,
    })
    expect(await grow('ROOM-1', 10_000)).toMatchObject({ status: 409, body: { code: 'plan.none' } })
  })

  test('one more station is charged at once, for no more than was agreed to, and its owner is mailed', async () => {
    await card('approved')
    await office.call('manager', 'POST', `managers/${owner.id}/account`, individual)
    await office.call('manager', 'POST', `managers/${owner.id}/account`, { payoutInfo: [bank] })
    const begun = await office.call<Plan & ErrorAnswer>(
      'manager',
      'POST',
      `managers/${owner.id}/subscription`,
      { frequency: 'monthly', quantity: 1, stations: ids.map((id) => ({ id, monetized: id === 'ROOM-1' })) },
    )
    expect(begun.status).toBe(201)
    // one station costs 9.60 a month in Russia, two 17.28
    const full = { fee: 1728, fee_before: 960, frequency: 'monthly', cancels: false }
    const before = await room()
    expect(before).toMatchObject({ quantity: 1, earning: 1, hindrance: null, more: { ...full, charge: 768 } })
    expect((await room('manager')).more).toEqual(before.more)
    expect((await monetize('ROOM-2', true)).body.code).toBe('plan.no_room')

    for (const most of [0, 767])
      expect(await grow('ROOM-2', most)).toMatchObject({ status: 409, body: { code: 'plan.costs_more' } })
    expect([(await earning()).length, (await invoices()).length, mails().length]).toEqual([1, 1, 0])

    expect((await grow('ROOM-2', 768)).body).toMatchObject({ quantity: 2, earning: 2 })
    expect(await earning()).toEqual(['ROOM-1', 'ROOM-2'])
    expect((await invoices())[0]).toMatchObject({ kind: 'change', quantity: 2, amount: 768 })
    await expect
      .poll(() => mails().map(({ subject }) => subject))
      .toEqual(['Your plan covers one more station'])
    expect(mails()[0]!.text).toContain('ROOM-2')
    expect(mails()[0]!.text).toMatch(/7\.68/)
    // a second request finds it done already
    expect((await grow('ROOM-2', 0)).body).toMatchObject({ quantity: 2, earning: 2 })
    expect(await invoices()).toHaveLength(2)
  })

  test('where there is room it costs nothing, and later in the period less', async () => {
    await monetize('ROOM-2', false)
    expect(await room()).toMatchObject({
      quantity: 2,
      earning: 1,
      more: { charge: 0, fee: 1728, fee_before: 1728 },
    })
    expect((await grow('ROOM-3', 0)).body).toMatchObject({ quantity: 2, earning: 2 })
    expect(await earning()).toEqual(['ROOM-1', 'ROOM-3'])
    expect(await invoices()).toHaveLength(2)
    // half of the period is over
    await sql`update subscriptions set period_start = period_start - interval '15 days',
      period_end = period_end - interval '15 days' where manager_id = ${owner.id}`.execute(office.database.db)
    const { more } = await room()
    expect(more!.fee - more!.fee_before).toBe(864)
    expect(more!.charge).toBeGreaterThan(380)
    expect(more!.charge).toBeLessThan(480)
  })

  test('the owner needs nobody to do so, and is not mailed of it', async () => {
    const { more } = await room('manager')
    expect((await grow('ROOM-2', more!.charge, 'manager')).status).toBe(201)
    expect(await earning()).toEqual(['ROOM-1', 'ROOM-2', 'ROOM-3'])
    expect(mails()).toHaveLength(1)
  })

  test('a card that is refused changes nothing, and a charge that waits is said', async () => {
    await card('no_money')
    const refused = await grow('ROOM-4', 10_000)
    expect(refused).toMatchObject({ status: 409, body: { code: 'plan.charge_refused' } })
    expect([(await earning()).length, (await plan()).subscription!.quantity, mails().length]).toEqual([
      3, 3, 1,
    ])
    await sql`update subscriptions set state = 'past_due' where manager_id = ${owner.id}`.execute(
      office.database.db,
    )
    expect(await room()).toMatchObject({ quantity: 3, hindrance: 'past_due', more: null })
    expect((await grow('ROOM-4', 10_000)).body.code).toBe('plan.past_due')
  })
})
