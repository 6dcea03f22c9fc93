import type { ErrorAnswer, OrderDetails, OrderLog, PayPage } from '@stationmaster/contract'
import { testCards } from '@stationmaster/payment-sandbox'
import { SECOND_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { encryptedCard, type SandboxProcess } from './payment-sandbox.ts'
import type { StoryStation, World } from './world.ts'

/** A driver with the link to one order. */
export class DriverLink {
  private constructor(
    private readonly world: World,
    private readonly sandbox: SandboxProcess,
    readonly orderId: number,
    readonly token: string,
  ) {}

  /** An operator takes a charge or a reservation for somebody. */
  static async offer(
    world: World,
    sandbox: SandboxProcess,
    { connectorId }: Pick<StoryStation, 'connectorId'>,
    asked: object,
  ): Promise<DriverLink> {
    const offered = await world.post<{ order_id: number; link: string }>(
      `connectors/${connectorId}/orders`,
      asked,
    )
    return new DriverLink(world, sandbox, offered.order_id, offered.link.split('/').at(-1)!)
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

  async pay(behaviour: string, more: { save_card?: boolean } = {}): Promise<PayPage & ErrorAnswer> {
    const card = await this.cardOf(behaviour)
    return (await this.call('POST', '/payment', { method: 'card', ...card, ...more })).body
  }

  /** Has a card saved without paying with it. */
  async checkCard(behaviour: string): Promise<PayPage & ErrorAnswer> {
    return (await this.call('POST', '/card', await this.cardOf(behaviour))).body
  }

  private async cardOf(behaviour: string) {
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
      const { desk } = this.world.server.payments
      await desk.carryOutDue()
      // where a story has moved our clock alone, the provider's notices seem too old
      await desk.readUndecided(this.orderId, 'charging')
      page = await this.page()
      return page.step === step
    })
    return page
  }

  /** Waits until the provider has let go or taken what it held: held, captured, canceled and refunded. */
  async untilMoney(held: number, captured: number, canceled: number, refunded = 0): Promise<void> {
    const expected = JSON.stringify({ held, captured, canceled, refunded })
    let found = ''
    await this.world
      .until(`the money is ${expected}`, async () => {
        // on a busy machine a call may go unanswered: it is due again in seconds
        this.world.clock.forward(SECOND_MS)
        await this.world.server.payments.desk.carryOutDue()
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
