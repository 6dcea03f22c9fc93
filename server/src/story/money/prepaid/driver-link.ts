import type { ErrorAnswer, OrderDetails, OrderLog, PayPage } from '@stationmaster/contract'
import { testCards } from '@stationmaster/payment-sandbox'
import { SECOND_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { findOrder } from '../../../slices/charging/orders/store.ts'
import { insertLink } from '../../../slices/public/pay/store.ts'
import { codesTo } from '../../world/outbox.ts'
import type { StoryStation, World } from '../../world/world.ts'
import { encryptedCard, type SandboxProcess } from '../payments/payment-sandbox.ts'

/** A driver with the link to one order. */
export class DriverLink {
  private constructor(
    private readonly world: World,
    private readonly sandbox: SandboxProcess,
    readonly orderId: number,
    readonly token: string,
  ) {}

  /** A link such as an order's driver is mailed: sooner than the mail comes. */
  private static as(world: World, orderId: number): Promise<string> {
    return world.db.transaction().execute(async (tx) => {
      const { driverId } = (await findOrder(tx, orderId))!
      return insertLink(tx, { orderId, driverId, by: null, at: world.clock.now() })
    })
  }

  /** An operator takes a charge or a reservation for somebody, who has the link; that of a driver who is named is not answered. */
  static async offer(
    world: World,
    sandbox: SandboxProcess,
    { connectorId }: Pick<StoryStation, 'connectorId'>,
    order: object,
  ): Promise<DriverLink> {
    const offered = await world.post<{ order_id: number; link: string | null }>(
      `connectors/${connectorId}/orders`,
      order,
    )
    const { order_id: id, link } = offered
    const token = link === null ? await DriverLink.as(world, id) : link.split('/').at(-1)!
    return new DriverLink(world, sandbox, id, token)
  }

  /** A link that somebody was mailed. */
  static of(world: World, sandbox: SandboxProcess, orderId: number, link: string): DriverLink {
    return new DriverLink(world, sandbox, orderId, link.split('/').at(-1)!)
  }

  /** The staff start charging for a driver, who is mailed a link. */
  static async start(
    world: World,
    sandbox: SandboxProcess,
    { connectorId }: Pick<StoryStation, 'connectorId'>,
    order: { driver_id: number } & object,
  ): Promise<DriverLink> {
    const { id } = await world.post<{ id: number }>(`connectors/${connectorId}/start`, order)
    return new DriverLink(world, sandbox, id, await DriverLink.as(world, id))
  }

  /** Calls without signing in, as the page does; answers the status and the body. */
  async call(method: 'GET' | 'POST', path = '', body?: object) {
    const answer = await fetch(`${this.world.server.url}/api/v1/pay/${this.token}${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, body: (await answer.json()) as PayPage & ErrorAnswer }
  }

  async page(): Promise<PayPage> {
    return (await this.call('GET')).body
  }

  async pay(
    behaviour: string,
    more: { save_card?: boolean; receipt_email?: string } = {},
  ): Promise<PayPage & ErrorAnswer> {
    const card = await this.cardOf(behaviour)
    return (await this.call('POST', '/payment', { method: 'card', ...card, ...more })).body
  }

  /** Has a card saved without paying with it. */
  async checkCard(behaviour: string): Promise<PayPage & ErrorAnswer> {
    return (await this.call('POST', '/card', await this.cardOf(behaviour))).body
  }

  /** A card as the browser has encrypted it. */
  async cardOf(behaviour: string) {
    const { card_key } = await this.page()
    const { number } = testCards.find((card) => card.behaviour === behaviour)!
    const card = await encryptedCard(card_key!, number)
    return {
      encrypted_card_number: card.encryptedCardNumber,
      encrypted_security_code: card.encryptedSecurityCode,
      expiration_month: card.expirationMonth,
      expiration_year: card.expirationYear,
    }
  }

  /** The code that the order's driver is mailed by a call of the page. */
  async mailedCode(path: string, body?: object): Promise<string> {
    const { driverId } = (await findOrder(this.world.db, this.orderId))!
    const { email } = await this.world.get<{ email: string }>(`drivers/${driverId}`)
    const codes = () => codesTo(this.world.dataDir, email)
    const before = codes().length
    await this.call('POST', path, body)
    await this.world.until('the code is mailed', () => codes().length > before)
    return codes().at(-1)!
  }

  paySbp = async (): Promise<PayPage> => (await this.call('POST', '/payment', { method: 'sbp' })).body

  /** Answers the bank's question. */
  async answerBank(form: Record<string, string>): Promise<void> {
    const { action, card_check } = await this.page()
    await this.sandbox.answer(action?.url ?? card_check!.url!, form)
  }

  /** Waits until the page shows a step; what is due at the provider is done meanwhile. */
  async until(step: PayPage['step']): Promise<PayPage> {
    let page = await this.page()
    await this.world.until(`order ${this.orderId} is ${step}, and not ${page.step}`, async () => {
      const { paymentService } = this.world.server.payments
      await paymentService.carryOutDue()
      // where a story has moved our clock alone, the provider's notices seem too old
      await paymentService.readUndecided(this.orderId, 'charging')
      page = await this.page()
      return page.step === step
    })
    return page
  }

  /** Waits until the provider has captured or released its hold; the amounts are held, captured, canceled and refunded. */
  async untilMoney(held: number, captured: number, canceled: number, refunded = 0): Promise<void> {
    const expected = JSON.stringify({ held, captured, canceled, refunded })
    let found = ''
    await this.world
      .until(`the money is ${expected}`, async () => {
        // on a busy machine a call may go unanswered: it is due again in seconds
        this.world.clock.forward(SECOND_MS)
        await this.world.server.payments.paymentService.carryOutDue()
        const { rows } = await sql`select sum(held_minor) as held, sum(captured_minor) as captured,
          sum(canceled_minor) as canceled, sum(refunded_minor) as refunded
          from provider_payments where order_id = ${this.orderId}`.execute(this.world.db)
        found = JSON.stringify(
          Object.fromEntries(Object.entries(rows[0] as object).map(([key, sum]) => [key, Number(sum)])),
        )
        return found === expected
      })
      .catch((error) => {
        throw new Error(`${error.message}, and not ${found}`)
      })
  }

  details = () => this.world.get<{ order: OrderDetails; logs: OrderLog[] }>(`orders/${this.orderId}/details`)
}
