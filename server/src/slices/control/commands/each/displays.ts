import type { CommandFindings } from '@stationmaster/ocpp'
import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../../platform/database/database-fault.ts'
import { priceLive } from '../../../charging/orders/machine/settlement.ts'
import { findOrder, listUnheard } from '../../../charging/orders/store.ts'
import type { StationLink } from '../../intake/reaching/station-link.ts'
import { statusOf } from '../outcome/outcome.ts'
import type { CommandParts } from '../parts.ts'
import { findPlace } from '../target.ts'

type DisplayAbilities = Pick<CommandFindings, 'showsTexts' | 'showsCosts'>

/** a text disappears after this time by itself, in case the command to hide it does not reach the station */
const longestMs = DAY_MS
/** A text's id; ids at stations end at 2^31. */
const textIdOf = (orderId: number): number => orderId % 2_000_000_000
const everyMs = MINUTE_MS

/** Sends texts and running costs to stations that have a display: what a session costs so far, and that an idle fee runs. */
export class Displays {
  private readonly abilities = new WeakMap<StationLink, Promise<DisplayAbilities>>()
  /** the cost last sent for each running order, minor units */
  private sentCosts = new Map<number, number>()
  private timer: NodeJS.Timeout | undefined
  private sending: Promise<void> = Promise.resolve()

  constructor(
    private readonly parts: CommandParts,
    private readonly log: FastifyBaseLogger,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.sending = this.sending
        .then(() => this.sendCosts())
        .catch((error) => logFailure(this.log, error, 'running costs could not be sent'))
    }, everyMs)
    this.timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.sending
  }

  /** Shows a text at the connector of an order; null hides it. */
  async showText(orderId: number, content: { text: string; language: string } | null): Promise<void> {
    const { db, clock, orderWork, stations } = this.parts
    const order = await findOrder(db, orderId)
    const place = order && (await findPlace(db, order))
    const link = place && (await stations.find(place.station.id))
    if (!link || !(await this.abilitiesOf(link)).showsTexts) return
    const textId = textIdOf(orderId)
    const until = new Date(clock.now().getTime() + longestMs).toISOString()
    const attributes = { textId, format: 'utf8', priority: 'front', until } as const
    const outcome = await link.command(
      content
        ? { type: 'show_text', shown: { ...attributes, ...content, evse: place.connector.evse } }
        : { type: 'hide_text', textId },
    )
    const event = content ? 'set_display_message_response' : 'clear_display_message_response'
    await orderWork.change(
      async () => [],
      (book) =>
        book.log(orderId, book.context.now, 'ocpp', event, {
          status: statusOf(outcome),
          ...(content ? { text: content.text } : {}),
        }),
    )
  }

  /** Sends running costs to stations that show them, for sessions without a message of their station in the last minute. */
  async sendCosts(): Promise<void> {
    const { db, orderWork, clock, links } = this.parts
    const unheard = await listUnheard(db, new Date(clock.now().getTime() - everyMs))
    const showing = await Promise.all(
      unheard.map(async (order) => {
        const link = links.get(order.stationId)
        return link && (await this.abilitiesOf(link)).showsCosts ? [{ order, link }] : []
      }),
    )
    const running = showing.flat()
    const costs = await orderWork.change(
      async () => running.map(({ order }) => order),
      (book, orders) =>
        orders.map((order) => {
          const terms = book.termsOf(order)
          return priceLive(order, book.pricingSeries(order, terms), book.context.now, terms)
        }),
    )
    const last = this.sentCosts
    // there is one cost for each running order, in the same order
    this.sentCosts = new Map(running.map(({ order }, index) => [order.id, costs[index]!]))
    await Promise.all(
      running.map(({ order: { id, transactionId }, link }, index) => {
        // see `sentCosts`: one cost for each order
        const costMinor = costs[index]!
        if (last.get(id) === costMinor) return undefined
        // `listUnheard` gives only orders with a transaction
        return link.command({ type: 'show_cost', transactionId: transactionId!, costMinor })
      }),
    )
  }

  /** What a station can show; requested once for each connection. */
  private abilitiesOf(link: StationLink): Promise<DisplayAbilities> {
    const known = this.abilities.get(link)
    if (known) return known
    const request = link.command({ type: 'displays' }).then((outcome): DisplayAbilities => {
      if (outcome.kind === 'answered') return outcome.findings
      // a station that did not answer is requested again next time
      if (outcome.kind !== 'unsupported' && outcome.kind !== 'call_error') this.abilities.delete(link)
      return {}
    })
    this.abilities.set(link, request)
    return request
  }
}
