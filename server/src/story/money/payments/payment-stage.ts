import type { OrderLog, OrderPayment } from '@stationmaster/contract'
import { testCards } from '@stationmaster/payment-sandbox'
import { HOUR_MS, SECOND_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { updatePaymentMethod } from '../../../slices/charging/orders/store.ts'
import type { PaidWith, ProviderMethod } from '../../../slices/money/providers/port.ts'
import { StoryClock } from '../../world/story-clock.ts'
import { World } from '../../world/world.ts'
import { encryptedCard, SandboxProcess } from './payment-sandbox.ts'

/** A payment at the provider, as its row says. */
export interface ProviderRow {
  id: number
  state: string
  amount: number
  held: number
  captured: number
  canceled: number
  refunded: number
  ref: string | null
  /** what can be charged again */
  saved: string | null
}

type Simulated = Awaited<ReturnType<World['simulate']>>

/** A network whose drivers pay at the sandbox, and sessions at 17.00 a kWh that are paid there. */
export class PaymentStage {
  private constructor(
    readonly world: World,
    readonly sandbox: SandboxProcess,
    private readonly publicKey: string,
  ) {}

  /** Begins at noon in the network. */
  static async open(env: Record<string, string> = {}): Promise<PaymentStage> {
    const sandbox = new SandboxProcess()
    const clock = StoryClock.atNoon()
    sandbox.setTo(clock.now())
    await sandbox.start()
    const world = await World.open(await openTestDatabase(), clock, { ...sandbox.env, ...env })
    const config = await world.get<{ BLUESNAP_PUBLIC_KEY: string }>('help/config')
    return new PaymentStage(world, sandbox, config.BLUESNAP_PUBLIC_KEY)
  }

  async close(): Promise<void> {
    await this.world.close()
    await this.sandbox.remove()
  }

  get paymentService() {
    return this.world.server.payments.paymentService
  }

  /** A session that runs, begun by a card of its own. */
  async session(
    protocol: 'ocpp1.6' | 'ocpp2.0.1' = 'ocpp1.6',
  ): Promise<{ station: Simulated; orderId: number }> {
    const station = await this.world.simulate(protocol)
    const token = `CARD-${station.id}`
    await this.world.addCard(token)
    await station.begin({ token })
    await this.world.until(
      'it runs',
      async () => (await this.world.ordersOf(station.id))[0]?.status === 'started',
    )
    return { station, orderId: (await this.world.ordersOf(station.id))[0]!.id }
  }

  /** Ends it after an hour and so much energy; the car leaves at once unless it stays. */
  async end(
    { station, orderId }: { station: Simulated; orderId: number },
    energyWh: number,
    { stays = false } = {},
  ): Promise<void> {
    await this.world.forward(HOUR_MS)
    station.addEnergy(undefined, energyWh)
    await station.stop()
    if (!stays) await station.unplug()
    await this.world.until(
      'it has ended',
      async () => (await this.world.order(orderId)).status === 'completed',
    )
  }

  /** Asks for a payment of an order by a card that behaves so, by one that a provider's form gave a token for, or by SBP; resolves to the payment's id. */
  async pay(
    orderId: number,
    amountMinor: number,
    { behaviour = 'approved', method = 'card' as ProviderMethod, token = '' } = {},
  ): Promise<number> {
    const { number } = testCards.find((card) => card.behaviour === behaviour)!
    const card = async (): Promise<PaidWith> =>
      token ? { token } : { card: await encryptedCard(this.publicKey, number) }
    const paidWith: PaidWith = method === 'card' ? await card() : {}
    return this.world.db.transaction().execute(async (tx) => {
      await updatePaymentMethod(tx, orderId, method)
      return this.paymentService.pay(tx, {
        orderId,
        purpose: 'charging',
        method,
        amountMinor,
        paidWith,
        description: 'Charging',
        returnUrl: 'http://127.0.0.1/back',
      })
    })
  }

  /** The same, once the money is held, or by SBP taken. */
  async paid(
    orderId: number,
    amountMinor: number,
    how: Parameters<PaymentStage['pay']>[2] = {},
  ): Promise<void> {
    const id = await this.pay(orderId, amountMinor, how)
    if (how.method === 'sbp') {
      await this.untilPaid(orderId, [{ state: 'action' }])
      const { rows } = await sql<{ url: string }>`
        select action ->> 'url' as url from provider_payments where id = ${id}`.execute(this.world.db)
      await this.sandbox.answer(rows[0]!.url, { answer: 'yes' })
      await this.paymentService.read(id)
    }
    await this.untilPaid(orderId, [{ id, state: how.method === 'sbp' ? 'captured' : 'held' }])
  }

  async rowsOf(orderId: number): Promise<ProviderRow[]> {
    const { rows } = await sql<ProviderRow>`
      select id, state, amount_minor as amount, held_minor as held, captured_minor as captured,
        canceled_minor as canceled, refunded_minor as refunded, payment_ref as ref, method_ref as saved
      from provider_payments where order_id = ${orderId} order by id`.execute(this.world.db)
    return rows
  }

  /** Carries out what is due, as the job does each minute; on a busy machine a call may go unanswered, and is due again in seconds. */
  async carryOut(): Promise<void> {
    this.world.clock.forward(SECOND_MS)
    await this.paymentService.carryOutDue()
  }

  /** Waits until an order's payments at the provider stand so. */
  async untilPaid(orderId: number, expected: Partial<ProviderRow>[]): Promise<void> {
    await this.until(() => this.rowsOf(orderId), expected)
  }

  /** Asks until the answer is such, and carries out what is due. */
  async until(ask: () => Promise<object>, expected: object): Promise<void> {
    const next = async () => {
      await this.carryOut()
      return ask()
    }
    await expect.poll(next, { interval: 100, timeout: 180_000 }).toMatchObject(expected)
  }

  async paymentOf(orderId: number): Promise<OrderPayment> {
    return (await this.world.get<{ payment: OrderPayment }>(`orders/${orderId}/payment`)).payment
  }

  /** What the chronology says of money, oldest first. */
  async events(orderId: number): Promise<[event: string, minor: number | null | undefined][]> {
    const { logs } = await this.world.get<{ logs: OrderLog[] }>(`orders/${orderId}/details`)
    return logs
      .filter(({ kind }) => kind === 'payment')
      .map(({ event, value, holded_value }) => [event, holded_value ?? value])
  }
}
