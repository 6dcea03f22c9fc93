import type { CentralLink, CommandFindings } from '@stationmaster/ocpp'
import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../../platform/database/database-fault.ts'
import { priceLive } from '../../../charging/orders/machine/settlement.ts'
import { findOrder, listUnheard } from '../../../charging/orders/store.ts'
import { statusOf } from '../outcome/outcome.ts'
import type { CommandParts } from '../parts.ts'
import { findPlace } from '../target.ts'

type Shown = Pick<CommandFindings, 'showsTexts' | 'showsCosts'>

/** so long nobody takes a text back of a station that could not be told to hide it */
const longestMs = DAY_MS
/** a text's number; 2^31 is the end of a station's numbers */
const textIdOf = (orderId: number): number => orderId % 2_000_000_000
const everyMs = MINUTE_MS

/** What drivers see at the stations that have a display for it: what a session costs while nothing else tells, and that an idle fee runs. */
export class Displays {
  private readonly asked = new WeakMap<CentralLink, Promise<Shown>>()
  /** what sessions were last said to cost */
  private told = new Map<number, number>()
  private timer: NodeJS.Timeout | undefined
  private telling: Promise<void> = Promise.resolve()

  constructor(
    private readonly parts: CommandParts,
    private readonly log: FastifyBaseLogger,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.telling = this.telling
        .then(() => this.tellCosts())
        .catch((error) => logFailure(this.log, error, 'running costs could not be told'))
    }, everyMs)
    this.timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.telling
  }

  /** Shows a text at the connector of an order, or hides it. */
  async showText(orderId: number, told: { text: string; language: string } | null): Promise<void> {
    const { db, clock, orderWork, links } = this.parts
    const order = await findOrder(db, orderId)
    const place = order && (await findPlace(db, order))
    const link = place && links.get(place.station.id)
    if (!link || !(await this.shownBy(link)).showsTexts) return
    const textId = textIdOf(orderId)
    const until = new Date(clock.now().getTime() + longestMs).toISOString()
    const shown = { textId, format: 'utf8', priority: 'front', until } as const
    const outcome = await link.command(
      told
        ? { type: 'show_text', shown: { ...shown, ...told, evse: place.connector.evse } }
        : { type: 'hide_text', textId },
    )
    const event = told ? 'set_display_message_response' : 'clear_display_message_response'
    await orderWork.change(
      async () => [],
      (book) =>
        book.log(orderId, book.context.now, 'ocpp', event, {
          status: statusOf(outcome),
          ...(told ? { text: told.text } : {}),
        }),
    )
  }

  /** Tells stations that show costs what those sessions cost by now that they have not told of for a while. */
  async tellCosts(): Promise<void> {
    const { db, orderWork, clock, links } = this.parts
    const unheard = await listUnheard(db, new Date(clock.now().getTime() - everyMs))
    const shown = await Promise.all(
      unheard.map(async (order) => {
        const link = links.get(order.stationId)
        return link && (await this.shownBy(link)).showsCosts ? [{ order, link }] : []
      }),
    )
    const running = shown.flat()
    const costs = await orderWork.change(
      async () => running.map(({ order }) => order),
      (book, orders) =>
        orders.map((order) => {
          const terms = book.termsOf(order)
          return priceLive(order, book.pricingSeries(order, terms), book.context.now, terms)
        }),
    )
    const last = this.told
    this.told = new Map(running.map(({ order }, index) => [order.id, costs[index]!]))
    await Promise.all(
      running.map(({ order: { id, transactionId }, link }, index) => {
        const costMinor = costs[index]!
        if (last.get(id) === costMinor) return undefined
        return link.command({ type: 'show_cost', transactionId: transactionId!, costMinor })
      }),
    )
  }

  /** What a station can show, asked once while it is connected. */
  private shownBy(link: CentralLink): Promise<Shown> {
    const known = this.asked.get(link)
    if (known) return known
    const asked = link.command({ type: 'displays' }).then((outcome): Shown => {
      if (outcome.kind === 'answered') return outcome.findings
      // what did not answer is asked again
      if (outcome.kind !== 'unsupported' && outcome.kind !== 'call_error') this.asked.delete(link)
      return {}
    })
    this.asked.set(link, asked)
    return asked
  }
}
