import type { Statement } from '@stationmaster/contract'
import { dayOf, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import fc from 'fast-check'
import { findOrder } from '../../../slices/charging/orders/store.ts'
import { insertTerms } from '../../../slices/money/contracts/store.ts'
import type { EntryKind } from '../../../slices/money/ledger/store.ts'
import { insertUncaptured, movePayment } from '../../../slices/money/payments/move.ts'
import { lockPayments, type Payment } from '../../../slices/money/payments/store.ts'
import { insertSold, updateSold } from '../../../slices/money/services/sold/sold-store.ts'
import { findManager, insertManager } from '../../../slices/people/managers/store.ts'
import type { ReportWorld } from '../report-world.ts'
import { type Beside, type Drawn, session, surely } from './drawn-session.ts'

/** The month of the comparison; later refunds happen before the day of the clock. */
export const month = '2026-02'
const february = (hour: number) => new Date(Date.UTC(2026, 1, 1, hour, 30))
const lastDay = '2026-03-10'

/** A location of the month, and its owner. */
export interface Place {
  id: number
  name: string
  stationId: string
  ownerId: number | null
}

export interface Month {
  places: Place[]
  owners: { id: number; name: string }[]
  orders: number[]
  /** who pays from the balance, and for half of the rest */
  driver: { id: number; name: string }
}

/** Terms that all months share: the commission of banks by provider and way to pay. */
export async function agreeWithBanks(world: ReportWorld): Promise<void> {
  const by = { managerId: await world.office.idOf('administrator'), at: world.office.clock.now() }
  const rates = [
    ['alpha', 'card', 235],
    ['alpha', 'sbp', 40],
    ['beta', 'card', 280],
    ['beta', 'sbp', 70],
    ['alpha', 'terminal', 160],
  ] as const
  await world.db.transaction().execute(async (tx) => {
    for (const [provider, methodType, rateBp] of rates)
      await insertTerms(tx, 'bank_rates', { provider, methodType, rateBp, validFrom: '2026-01-01' }, by)
  })
}

let months = 0

/** A random month of sessions (by a seed) at three locations of two owners and one of the network, all new for this month. */
export async function playMonth(world: ReportWorld, seed: number): Promise<Month> {
  months += 1
  // agreements are remembered for ten seconds
  world.office.clock.forward(11_000)
  const owners = [await addOwner(world, 1275), await addOwner(world, 900)]
  const places: Place[] = []
  for (const [index, name] of ['Yard', 'Field', 'Mill', 'Own'].entries()) {
    const ownerId = [owners[0]!, owners[0]!, owners[1]!, null][index]?.id ?? null
    const id = await world.addLocation(`${name} ${months}`, ownerId ?? false)
    places.push({ id, name: `${name} ${months}`, stationId: `station-${id}`, ownerId })
  }
  const { body: driver } = await world.office.call<{ id: number }>('administrator', 'POST', 'drivers', {
    first_name: 'Anna',
    last_name: `No. ${months}`,
    tokens: [`T${months}`],
  })
  // an owner without anything to settle has no statement; January is settled with one of them
  const drawn = [
    ...[...surely, { ...surely[0]!, place: 2 }],
    ...[0, 2].map((place) => ({ ...surely[place]!, place, hour: -240 })),
    ...fc.sample(session, { numRuns: 20, seed }),
  ]
  const orders = await world.end(
    ...drawn.map((one) => ({
      locationId: places[one.place]!.id,
      method: one.method,
      endedAt: february(one.hour),
      energyWh: one.energyWh,
      priceMinor: one.priceMinor,
      reservationMinor: one.reservationMinor,
      billable: one.billable,
      needsReview: one.needsReview,
      rfid: one.rfid,
      driverId: one.hasDriver || one.method === 'account' ? driver.id : null,
    })),
  )
  for (const [index, one] of drawn.entries()) await new Session(world, orders[index]!, one).play()
  await payJanuary(world, owners[0]!.id)
  return { places, owners, orders, driver: { id: driver.id, name: `Anna No. ${months}` } }
}

/** Issues an owner's January, and pays it in February. */
async function payJanuary({ office }: ReportWorld, ownerId: number): Promise<void> {
  const statementQuery = `owner_id=${ownerId}&month=2026-01`
  const { body } = await office.call<Statement>(
    'administrator',
    'GET',
    `settlements/preview?${statementQuery}`,
  )
  const request = { owner_id: ownerId, month: '2026-01', due_amount: body.due_amount }
  const issued = await office.call<Statement>('administrator', 'POST', 'settlements', request)
  const paid = await office.call('administrator', 'POST', `settlements/${issued.body.id}/payment`, {
    paid_on: '2026-02-12',
    document_number: '15',
  })
  if (paid.status !== 201) throw new Error(`January: ${paid.status} ${JSON.stringify(paid.body)}`)
}

async function addOwner(world: ReportWorld, agentFeeBp: number): Promise<{ id: number; name: string }> {
  const { office, db } = world
  const known = await findManager(db, await office.idOf('manager'))
  const [firstName, lastName] = ['Owner', `${months}-${agentFeeBp}`]
  const id = (await insertManager(db, {
    email: `owner${months}-${agentFeeBp}@example.com`,
    passwordHash: known!.password_hash,
    role: 'manager',
    firstName,
    lastName,
    createdAt: office.clock.now(),
  }))!
  const by = { managerId: await office.idOf('administrator'), at: office.clock.now() }
  const agreed = { number: `${id}/26`, inn: '7707083893', agentFeeBp, validFrom: '2026-01-01' }
  await db.transaction().execute((tx) => insertTerms(tx, 'contracts', { ...agreed, ownerId: id }, by))
  return { id, name: `${firstName} ${lastName}` }
}

/** Plays the payments of an ended session, as stations, providers and people would make them. */
class Session {
  constructor(
    private readonly world: ReportWorld,
    private readonly orderId: number,
    private readonly drawn: Drawn,
  ) {}

  private get isBooked(): boolean {
    const { method } = this.drawn
    return method === 'card' || method === 'sbp' || method === 'terminal'
  }

  async play(): Promise<void> {
    const { drawn } = this
    const { owedPercent } = drawn
    const charging = await this.find('charging')
    if (charging?.capturedMinor && this.isBooked)
      await this.move(charging, 0, 'booked', { provider: drawn.provider, marketShopId: drawn.shop })
    if (charging?.capturedMinor && owedPercent > 0) {
      const debtMinor = Math.round((charging.capturedMinor * owedPercent) / 100)
      const capturedMinor = charging.capturedMinor - debtMinor
      await this.move(charging, 0, 'corrected', { capturedMinor, debtMinor, status: 'created' })
    }
    if (drawn.idle) await this.beside('parking', drawn.idle)
    if (drawn.handed) {
      await this.handOver('charging', drawn.handed)
      await this.handOver('parking', drawn.handed)
    }
    // an unpaid service is not sold
    if (drawn.service)
      await this.beside(await this.sell(drawn.service.minor), { ...drawn.service, owed: false })
    const { refund, chargeback } = drawn
    if (refund) {
      const purpose = refund.of === 'service' ? await this.soldPurpose() : refund.of
      await this.giveBack(purpose, refund, 'refunded')
    }
    if (chargeback) await this.giveBack('charging', chargeback, 'charged_back')
  }

  /** The staff books a payment of a debt in cash or at a terminal. */
  private async handOver(
    purpose: 'charging' | 'parking',
    { percent, method }: NonNullable<Drawn['handed']>,
  ): Promise<void> {
    const { provider } = this.drawn
    const debtMinor = (await this.find(purpose))?.debtMinor ?? 0
    const amount = Math.floor((debtMinor * percent) / 100)
    if (amount === 0) return
    const booking = { purpose, amount, method_type: method, provider, market_shop_id: '7' }
    const path = `inbox/debts/${this.orderId}/book`
    const { status } = await this.world.office.call('administrator', 'POST', path, booking)
    if (status !== 204) throw new Error(`${path}: ${status}`)
  }

  private soldId: number | null = null
  private soldPurpose = async (): Promise<Payment['purpose']> =>
    this.soldId === null ? 'charging' : `service:${this.soldId}`

  private find(purpose: Payment['purpose']): Promise<Payment | undefined> {
    return this.world.db
      .transaction()
      .execute(async (tx) => (await lockPayments(tx, [this.orderId], purpose)).get(this.orderId))
  }

  private on = (days: number): Date =>
    new Date(
      Math.min(
        february(this.drawn.hour).getTime() + days * 24 * HOUR_MS + MINUTE_MS,
        this.world.office.clock.now().getTime(),
      ),
    )

  /** Moves a payment so many days after the session. */
  private async move(
    { purpose }: Payment,
    days: number,
    kind: EntryKind,
    change: Partial<Payment>,
  ): Promise<void> {
    const { office, db } = this.world
    const at = this.on(days)
    const businessDay = dayOf(at, office.config.timeZone)
    if (businessDay > lastDay) throw new Error(`${businessDay} has not come yet`)
    await db.transaction().execute(async (tx) => {
      const last = (await lockPayments(tx, [this.orderId], purpose)).get(this.orderId)!
      await movePayment(tx, office.parts.terms, last, change, { kind, at, businessDay })
    })
  }

  private async sell(priceMinor: number): Promise<Payment['purpose']> {
    const names = { en: 'Coffee', de: 'Kaffee', ru: 'Кофе' }
    const service = {
      id: 1,
      locationId: 1,
      typeId: 1,
      names,
      descriptions: names,
      icon: 'coffee',
      priceMinor,
    }
    this.soldId = await this.world.db.transaction().execute(async (tx) => {
      const at = this.on(0)
      const id = await insertSold(tx, {
        orderId: this.orderId,
        service: service as never,
        dueAt: at,
        soldBy: null,
        requestKey: null,
        createdAt: at,
      })
      await updateSold(tx, id, { state: 'sold', refusal: null })
      return id
    })
    return `service:${this.soldId}`
  }

  /** A service that is sold with the session and paid separately. */
  private async beside(purpose: Payment['purpose'], one: Beside): Promise<void> {
    const { office, db } = this.world
    const isAt = ['card', 'sbp', 'terminal'].includes(one.method)
    const settling = { terms: office.parts.terms, now: this.on(one.days), timeZone: office.config.timeZone }
    const payment = await db.transaction().execute(async (tx) => {
      const order = (await findOrder(tx, this.orderId))!
      return insertUncaptured(
        tx,
        order,
        purpose,
        {
          methodType: one.method,
          documentNumber: null,
          debtMinor: one.owed ? one.minor : 0,
          ...(isAt ? { provider: one.provider, marketShopId: '7' } : { provider: '', marketShopId: '' }),
        },
        settling,
      )
    })
    if (!one.owed)
      await this.move(payment, one.days, 'taken', { capturedMinor: one.minor, status: 'captured' })
  }

  private async giveBack(
    purpose: Payment['purpose'],
    { percent, days }: { percent: number; days: number },
    kind: 'refunded' | 'charged_back',
  ): Promise<void> {
    const payment = await this.find(purpose)
    if (!payment) return
    const left = payment.capturedMinor - payment.refundedMinor - payment.chargedBackMinor
    const backMinor = Math.floor((left * percent) / 100)
    if (backMinor === 0) return
    await this.move(
      payment,
      Math.max(days, 3),
      kind,
      kind === 'refunded'
        ? { refundedMinor: payment.refundedMinor + backMinor }
        : { chargedBackMinor: payment.chargedBackMinor + backMinor },
    )
  }
}
