import type {
  ErrorAnswer,
  Manager,
  Plan,
  PlanInvoice,
  Subscriber,
  SubscriberPage,
} from '@stationmaster/contract'
import { testCards } from '@stationmaster/payment-sandbox'
import { DAY_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { readPdfText } from '../figures/pdf-text.ts'
import { encryptedCard, SandboxProcess } from '../money/payments/payment-sandbox.ts'
import { Office } from '../world/office.ts'
import { readOutbox } from '../world/outbox.ts'
import { bank, company, individual, principal } from './plan-bodies.ts'

describe('the plan of a manager', () => {
  const sandbox = new SandboxProcess()
  let office: Office
  let manager: Manager
  let locationId: number
  let token = ''
  beforeAll(async () => {
    await sandbox.start()
    office = await Office.open(await openTestDatabase(), { ...sandbox.env, PLANS: 'on' }, { jobs: true })
    await forward(0)
    manager = (await office.call<Manager>({ token }, 'GET', 'auth/manager')).body
    const made = await office.call<{ id: number }>('administrator', 'POST', 'locations', {
      name: 'Yard',
      city: 'Tver',
      owner_id: manager.id,
    })
    locationId = made.body.id
    for (const id of ['PLAN-1', 'PLAN-2', 'PLAN-3']) await addStation(id)
  })
  afterAll(async () => {
    await office.close()
    await sandbox.remove()
  })

  /** Lets time pass, after which the manager signs in again. */
  async function forward(ms: number): Promise<void> {
    office.clock.forward(ms)
    token = (await office.logIn(office.emailOf('manager'))).body.access_token
  }

  const administrator = async () => (await office.logIn(office.emailOf('administrator'))).body.access_token

  async function addStation(id: string): Promise<void> {
    const connector = { evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 50 }
    const body = { id, vendor_name: 'Story', model: 'One', connectors: [connector] }
    await office.call({ token }, 'POST', `locations/${locationId}/stations`, body)
  }

  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    office.call<Plan & ErrorAnswer>({ token }, method, path, body)
  const account = (body: object) => call('POST', `managers/${manager.id}/account`, body)
  const plan = async () => (await call('GET', `managers/${manager.id}/plan`)).body
  const invoices = async () =>
    (await office.call<PlanInvoice[]>({ token }, 'GET', `managers/${manager.id}/invoices`)).body
  /** Charges what is due; a worker may be at it too. */
  const due = async () => {
    await office.parts.plans.charges.runDue()
    await office.untilDone('plan-charge', 'plan-due')
  }
  const subscribe = (
    ids: string[],
    frequency = 'monthly',
    quantity = ids.length,
    free_stations: string[] = [],
  ) =>
    call('POST', `managers/${manager.id}/subscription`, {
      frequency,
      quantity,
      free_stations,
      stations: ['PLAN-1', 'PLAN-2', 'PLAN-3'].map((id) => ({ id, monetized: ids.includes(id) })),
    })
  async function monetized(paused = false): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from stations where monetized and (sales_paused_at is not null) = ${paused} and id like 'PLAN-%' order by id`.execute(
      office.database.db,
    )
    return rows.map(({ id }) => id)
  }
  async function card(behaviour: string, year = 2030) {
    const key = (await office.call<{ BLUESNAP_PUBLIC_KEY: string }>(null, 'GET', 'help/config')).body
    const { number } = testCards.find((one) => one.behaviour === behaviour)!
    const sealed = await encryptedCard(key.BLUESNAP_PUBLIC_KEY, number)
    return call('POST', 'payment-methods', {
      credit_card: {
        expiration_year: String(year),
        expiration_month: 12,
        encrypted_card_number: sealed.encryptedCardNumber,
        encrypted_security_code: sealed.encryptedSecurityCode,
      },
    })
  }

  /** Who pays, seen while the renewal of two stations was refused once. */
  async function seenByAdministrators(): Promise<void> {
    const who = { token: await administrator() }
    const list = async (query: string) =>
      (await office.call<Subscriber[]>(who, 'GET', `subscribers?${query}`)).body.map(({ id }) => id)
    const path = `subscribers/${manager.id}`
    const { body: one } = await office.call<SubscriberPage>(who, 'GET', path)
    expect(one).toMatchObject({
      state: 'past_due',
      quantity: 2,
      fee: 1728,
      monthly_revenue: 1728,
      refusals: 1,
      decline_code: 'insufficient_funds',
      email: office.emailOf('manager'),
      next_at: new Date(office.clock.now().getTime() + DAY_MS).toISOString(),
    })
    expect(one.charges.slice(0, 3).map(({ number, state, attempt }) => [number, state, attempt])).toEqual([
      [null, 'open', 2],
      ['2027-1', 'paid', 1],
      [null, 'void', 4],
    ])
    expect(one.events.slice(0, 4).map(({ what }) => what)).toEqual(['method', 'subscribe', 'method', 'end'])
    expect(await list('state=past_due&search=manager')).toEqual([manager.id])
    expect(await list('state=active')).toEqual([])
    expect(await list('search=nobody')).toEqual([])
    expect((await office.call(who, 'GET', 'subscribers/summary')).body).toEqual({
      subscribers: 1,
      stations: 2,
      failed: 1,
      monthly_revenue: 1728,
      monthly_revenue_annually: 0,
    })
    const csv = (await office.call<string>(who, 'GET', 'subscribers/export')).body.split('\r\n')
    expect(csv[1]).toContain(',past_due,monthly,2,17.28,17.28,false,')
    const commas = (await office.call<string>(who, 'GET', 'subscribers/export?format=csv_comma')).body
    expect(commas.split('\r\n')[1]).toContain(';past_due;monthly;2;17,28;17,28;false;')
    expect((await office.call<ErrorAnswer>(who, 'GET', 'subscribers/999999')).body.code).toBe(
      'manager.not_found',
    )
  }

  test('nothing is skipped on the way to the Pro plan, and a refusal of the provider is an error', async () => {
    expect(await plan()).toMatchObject({ plan: 'free', payment_method: null, payment_account: null })
    expect((await account({ payoutInfo: [bank] })).body.code).toBe('plan.business_missing')
    expect((await subscribe(['PLAN-1'])).body.code).toBe('plan.incomplete')
    expect((await card('declined')).body).toMatchObject({
      code: 'plan.card_refused',
      details: { code: 'card_declined' },
    })
    expect((await card('approved', 2020)).body).toMatchObject({ details: { code: 'card_expired' } })
    expect((await card('approved')).body.payment_method).toMatchObject({
      card: { brand: 'Visa', last4: '4242' },
    })

    const refused = { ...individual, vendorPrincipal: { ...principal, passportNumber: '0000' } }
    expect((await account(refused)).body.code).toBe('plan.account_refused')
    expect((await account(company)).body.payment_account).toMatchObject({ country: 'RU', bank_account: null })
    expect((await subscribe(['PLAN-1'])).body.code).toBe('plan.incomplete')
    expect((await account({ payoutInfo: [{ ...bank, bankId: '0000' }] })).body.code).toBe(
      'plan.account_refused',
    )
    expect((await account({ payoutInfo: [bank] })).body.payment_account).toMatchObject({
      bank_account: { bank_name: 'First Bank', currency: 'EUR' },
    })
    expect((await account(individual)).body.payment_account).toMatchObject({
      bank_account: { bank_name: 'First Bank' },
    })
  })

  test('every field of the business and the bank is checked', async () => {
    const without = (body: object, field: string) => ({ ...body, [field]: ' ' })
    const bodies = [
      ...Object.keys(individual).map((field) => without(individual, field)),
      ...Object.keys(company).map((field) => without(company, field)),
      ...Object.keys(principal).map((field) => ({
        ...individual,
        vendorPrincipal: without(principal, field),
      })),
      ...Object.keys(bank).map((field) => ({ payoutInfo: [without(bank, field)] })),
      ...['30-02-1988', '1-1-1988', '1988-01-01', '01-01-2999', '29-02-1989'].map((dob) => ({
        ...individual,
        vendorPrincipal: { ...principal, dob },
      })),
      { ...individual, country: 'FR' },
      { ...individual, vendorAgreement: { commissionPercent: 1 } },
      { payoutInfo: [] },
    ]
    for (const body of bodies) expect([(await account(body)).status, body]).toEqual([400, body])
  })

  test('a card without one of its parts, or with a month that is none, is refused, as is a plan for no station', async () => {
    const sealed = { encrypted_card_number: 'sealed', encrypted_security_code: 'sealed' }
    for (const wrong of [
      { expiration_month: 0 },
      { expiration_month: 13 },
      { expiration_year: '30' },
      { expiration_year: '' },
      { encrypted_card_number: '' },
      { encrypted_security_code: '' },
    ]) {
      const credit_card = { expiration_year: '2030', expiration_month: 12, ...sealed, ...wrong }
      const { status, body } = await call('POST', 'payment-methods', { credit_card })
      expect([status, body.code, wrong]).toEqual([400, 'request.invalid', wrong])
    }
    expect(await subscribe([])).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
  })

  test('a plan is somebody’s own, and names every station', async () => {
    expect((await call('GET', `managers/${manager.id + 1}/plan`)).body.code).toBe('manager.not_found')
    expect((await subscribe(['PLAN-1'], 'monthly', 2)).body.code).toBe('request.invalid')
    expect((await subscribe([])).body.code).toBe('request.invalid')
    await addStation('PLAN-4')
    expect((await subscribe(['PLAN-1'])).body.code).toBe('plan.stations_changed')
    await office.call('administrator', 'DELETE', 'stations/PLAN-4')
  })

  test('two stations are monetized once they are paid, a third for the rest of the month, all with the next one', async () => {
    const begun = await subscribe(['PLAN-1', 'PLAN-2'])
    expect(begun.body).toMatchObject({
      plan: 'pro',
      subscription: {
        state: 'active',
        fee: 1728,
        quantity: 2,
        current_period_end: '2026-04-10T09:00:00.000Z',
      },
    })
    expect(await monetized()).toEqual(['PLAN-1', 'PLAN-2'])
    expect((await office.call<Manager>({ token }, 'GET', 'auth/manager')).body).toMatchObject({
      plan_id: 'pro',
      subscription_id: begun.body.subscription!.id,
      default_payment_method_id: begun.body.payment_method!.id,
      account_id: begun.body.payment_account!.id,
    })
    await forward(15.5 * DAY_MS)
    await subscribe(['PLAN-1', 'PLAN-2', 'PLAN-3'])
    expect(await monetized()).toEqual(['PLAN-1', 'PLAN-2', 'PLAN-3'])
    await forward(15.5 * DAY_MS)
    await due()
    expect((await invoices()).map(({ number, kind, amount }) => [number, kind, amount])).toEqual([
      ['2026-3', 'renewal', 2592],
      ['2026-2', 'change', 432],
      ['2026-1', 'start', 1728],
    ])
    await due()
    expect(await invoices()).toHaveLength(3)
    const { rows } = await sql<{ sum: number }>`
      select -balance_minor as sum from ledger_balance_view where account = 'plan_income'`.execute(
      office.database.db,
    )
    expect(rows).toEqual([{ sum: 1728 + 432 + 2592 }])
    const income = await office.call<{ total: { plan_fees: number; net_income: number } }>(
      { token: await administrator() },
      'GET',
      'statistics/report?mode=income&from=2026-03-01T00:00:00Z&to=2026-04-30T00:00:00Z',
    )
    expect(income.body.total).toMatchObject({ plan_fees: 4752, net_income: 4752 })
    const charged = (await sandbox.payments()).map(({ captured }) => captured)
    expect(charged.toSorted()).toEqual([1728, 2592, 432])
  })

  test('an invoice is downloaded with both parties, by its manager only', async () => {
    const path = `managers/${manager.id}/invoices/2026-2/download`
    const { body } = await office.call<{ url: string }>({ token }, 'POST', path, { language: 'en' })
    const file = await office.app.inject({ method: 'GET', url: body.url })
    expect(file.headers['content-type']).toBe('application/pdf')
    const text = readPdfText(file.rawPayload)
    const parts = ['Invoice 2026-2', 'Anna Sedova', 'Tax ID 690200000000', 'Russia', '4.32', 'Without VAT']
    for (const part of parts) expect(text).toContain(part)
    const other = await office.call<ErrorAnswer>({ token }, 'POST', path.replace('2026-2', '2026-9'), {
      language: 'en',
    })
    expect(other.body.code).toBe('plan.invoice_not_found')
  })

  test('fewer stations are a credit, and another rhythm begins with the next period', async () => {
    await forward(15 * DAY_MS)
    const refused = await subscribe(['PLAN-1', 'PLAN-2'], 'annually')
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'station.would_be_free', details: { stations: [{ id: 'PLAN-3', captured: 0 }] } },
    })
    expect(await monetized()).toEqual(['PLAN-1', 'PLAN-2', 'PLAN-3'])
    const { body } = await subscribe(['PLAN-1', 'PLAN-2'], 'annually', 2, ['PLAN-3'])
    expect(body.subscription).toMatchObject({
      quantity: 2,
      credit: 432,
      frequency: 'monthly',
      next_frequency: 'annually',
    })
    expect(await monetized()).toEqual(['PLAN-1', 'PLAN-2'])
    await forward(15 * DAY_MS)
    await due()
    expect((await invoices())[0]).toMatchObject({
      frequency: 'annually',
      price: 19_440,
      credit: 432,
      amount: 19_008,
    })
    expect((await plan()).subscription).toMatchObject({
      credit: 0,
      current_period_end: '2027-05-10T09:00:00.000Z',
    })
  })

  test('a refused renewal is tried again after 1, 3 and 7 days, then the plan is Free; what was comes back when it is paid', async () => {
    expect((await card('no_money')).status).toBe(201)
    expect((await subscribe(['PLAN-1', 'PLAN-2', 'PLAN-3'])).body.code).toBe('plan.charge_refused')
    expect(await monetized()).toEqual(['PLAN-1', 'PLAN-2'])
    await call('PATCH', `managers/${manager.id}/subscription`, { frequency: 'monthly' })
    await forward(365 * DAY_MS)
    for (const days of [0, 1, 2, 4]) {
      expect((await plan()).plan).toBe('pro')
      await forward(days * DAY_MS)
      await due()
      if (days === 0) expect((await subscribe(['PLAN-1'])).body.code).toBe('plan.past_due')
    }
    expect(await plan()).toMatchObject({
      plan: 'free',
      subscription: null,
      switched_off: ['PLAN-1', 'PLAN-2'],
    })
    expect([await monetized(), await monetized(true)]).toEqual([[], ['PLAN-1', 'PLAN-2']])
    await office.mailed()
    const mails = readOutbox(office.config.dataDir).filter(({ to }) => to === office.emailOf('manager'))
    expect(mails.filter(({ subject }) => subject === 'Your plan could not be charged')).toHaveLength(3)
    const ended = mails.filter(({ subject }) => subject === 'Your Pro plan has ended')
    expect(ended).toHaveLength(1)
    expect(ended[0]!.text).toContain('PLAN-1, PLAN-2')
    const mail = await office.mailTo(office.emailOf('administrator'), 'Paid stations sell nothing any more')
    expect(mail.text).toContain('PLAN-1, PLAN-2')
    expect((await subscribe(['PLAN-1'])).body).toMatchObject({ details: { stations: [{ id: 'PLAN-2' }] } })

    await card('approved')
    const { switched_off: before } = await plan()
    expect((await subscribe(before)).body).toMatchObject({ plan: 'pro', switched_off: [] })
    expect(await monetized()).toEqual(['PLAN-1', 'PLAN-2'])
  })

  test('another card is charged at once where a renewal was refused, and a plan that is cancelled ends with its period', async () => {
    await card('no_money')
    await forward(31 * DAY_MS)
    await due()
    expect((await plan()).subscription).toMatchObject({ state: 'past_due' })
    await seenByAdministrators()
    await card('approved')
    await due()
    expect((await plan()).subscription).toMatchObject({ state: 'active', retried_at: null })
    await call('PATCH', `managers/${manager.id}/subscription`, { cancels: true })
    await forward(20 * DAY_MS)
    await due()
    expect((await plan()).subscription).toMatchObject({ cancels: true })
    await forward(15 * DAY_MS)
    await due()
    expect(await plan()).toMatchObject({ plan: 'free', switched_off: ['PLAN-1', 'PLAN-2'] })
    expect((await call('PATCH', `managers/${manager.id}/subscription`, { cancels: true })).body.code).toBe(
      'plan.none',
    )
  })

  test('a charge with an unknown result is repeated under its key, and captured once', async () => {
    const paidBefore = (await sandbox.payments()).length
    await card('slow')
    const begun = await subscribe(['PLAN-1'], 'monthly', 1, ['PLAN-2'])
    expect(begun.body.subscription).toMatchObject({ state: 'pending' })
    expect(await monetized(true)).toEqual(['PLAN-1', 'PLAN-2'])
    expect((await subscribe(['PLAN-1'])).body.code).toBe('plan.under_way')
    await forward(60_000)
    await due()
    expect((await plan()).subscription).toMatchObject({ state: 'active', quantity: 1 })
    expect(await sandbox.payments()).toHaveLength(paidBefore + 1)
    expect([await monetized(), await monetized(true)]).toEqual([['PLAN-1'], []])
  })
})
