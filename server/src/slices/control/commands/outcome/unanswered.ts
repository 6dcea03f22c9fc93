import type { CentralLink } from '@stationmaster/ocpp'
import { DAY_MS, SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../../platform/database/database-fault.ts'
import { groupBy } from '../../../../platform/general/group-by.ts'
import { listLiveNodes } from '../../../../platform/nodes/node-store.ts'
import { inquiryOf, inquiryWord } from '../../../charging/orders/chronology/inquiry.ts'
import { findOrder } from '../../../charging/orders/store.ts'
import {
  type KnownConnector,
  loadKnownStations,
} from '../../../stations/stations/connecting/traffic-store.ts'
import { insertTimeline, timelineEntry } from '../../../stations/timeline/store.ts'
import { listUnanswered, removeSent, type SentRow, updateUnanswered } from '../../tasks/sent-command-store.ts'
import type { CommandParts } from '../parts.ts'
import { inquireStart } from '../sessions/start-questions.ts'
import { refOf, statusOf } from './outcome.ts'

/** real time between two looks */
const lookMs = 2 * SECOND_MS
/** every so many looks the database is read too, even where nothing is known to wait */
const looksToDatabase = 30
/** a station that has just connected has this time to boot before it is sent anything */
const bootMs = 4 * SECOND_MS
/** commands that are older than this are not inquired after any more */
const inquiredForMs = DAY_MS

/** The events of an order's chronology that stand for an answer. */
const answerOf: Partial<Record<SentRow['name'], string>> = {
  start: 'remote_start_tx_response',
  stop: 'remote_stop_tx_response',
}

/**
 * Commands that were under way when their server ended. Their answers are unknown: timelines and chronologies say so, and as soon as
 * the station is back, at any node, its state is requested. No command is sent a second time.
 */
export class UnansweredCommands {
  private timer: NodeJS.Timeout | undefined
  private waits = true
  private looks = 0
  private looking: Promise<void> = Promise.resolve()

  constructor(
    private readonly parts: CommandParts,
    private readonly log: FastifyBaseLogger,
  ) {}

  /** Records what an earlier run of this node has left, before stations connect. */
  async start(): Promise<void> {
    await this.record(true)
    this.timer = setInterval(() => {
      this.looking = this.looking
        .then(() => this.look())
        .catch((error) =>
          logFailure(this.log, error, 'the results of unanswered commands could not be requested'),
        )
    }, lookMs)
    this.timer.unref()
  }

  /** A node has died: what it had sent is recorded, and inquired after as its stations come here. */
  nodeDied(): void {
    this.looking = this.looking
      .then(() => this.record(false))
      .catch((error) =>
        logFailure(this.log, error, 'the unanswered commands of a node could not be recorded'),
      )
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.looking
  }

  private async look(): Promise<void> {
    this.looks += 1
    const looksFurther = this.looks % looksToDatabase === 0
    if (looksFurther) await this.record(false)
    if (!this.waits && !looksFurther) return
    const { db, clock, links } = this.parts
    const now = clock.now()
    const rows = await listUnanswered(db, new Date(now.getTime() - inquiredForMs))
    this.waits = rows.length > 0
    await Promise.all(
      [...groupBy(rows, ({ stationId }) => stationId)].map(async ([stationId, own]) => {
        const link = links.get(stationId)
        if (!link || now.getTime() - link.openedAt.getTime() < bootMs) return
        for (const row of own) if (await removeSent(db, row.id)) await this.inquire(link, row)
      }),
    )
  }

  /** Writes to timelines and chronologies that answers are unknown. */
  private async record(started: boolean): Promise<void> {
    const { clock, node, orderWork, live } = this.parts
    const at = clock.now()
    let rows: SentRow[] = []
    await orderWork.change(
      async () => [],
      async (book, _orders, tx) => {
        rows = await updateUnanswered(tx, { node, started, there: await listLiveNodes(tx), at })
        if (rows.length === 0) return
        const stations = await loadKnownStations(tx, [...new Set(rows.map(({ stationId }) => stationId))])
        await insertTimeline(
          tx,
          rows.map(({ stationId, name, connectorId, managerId }) =>
            timelineEntry(at, stationId, 'unanswered', {
              word: name,
              connector: connectorOf(stations.get(stationId)?.connectors, connectorId)?.ordinal ?? 0,
              data: managerId === null ? {} : { by: managerId },
            }),
          ),
        )
        for (const { orderId, name } of rows) {
          const event = answerOf[name]
          if (orderId !== null && event) book.log(orderId, at, 'ocpp', event, { status: 'unanswered' })
        }
      },
    )
    if (rows.length === 0) return
    this.waits = true
    for (const { stationId, orderId } of rows) {
      live.publish({ topic: 'station', id: stationId, locationId: 0 })
      if (orderId !== null) live.publish({ topic: 'order', id: orderId, locationId: 0 })
    }
  }

  /** Requests from a station what became of a command, as its version allows: the transaction's state, or that of the connectors. */
  private async inquire(link: CentralLink, row: SentRow): Promise<void> {
    const { db, clock, orderWork } = this.parts
    const station = (await loadKnownStations(db, [row.stationId])).get(row.stationId)
    if (!station) return
    const connector = connectorOf(station.connectors, row.connectorId)
    if (row.name === 'start' && row.orderId !== null && connector)
      return inquireStart(this.parts, link, row.orderId, connector)
    const order = row.orderId === null ? undefined : await findOrder(db, row.orderId)
    const inquiry = order && inquiryOf(order, link.protocol, clock.now())
    if (order && inquiry) {
      const outcome = await link.command(inquiry)
      const status = outcome.kind === 'answered' ? inquiryWord(outcome.findings) : statusOf(outcome)
      await orderWork.change(
        async () => [],
        (book) => book.log(order.id, clock.now(), 'ocpp', 'transaction_inquiry', { status }),
      )
      return
    }
    for (const one of connector ? [connector] : station.connectors)
      await link.command({ type: 'trigger', message: 'StatusNotification', at: refOf(one) })
  }
}

const connectorOf = (
  connectors: readonly KnownConnector[] | undefined,
  id: number | null,
): KnownConnector | undefined => connectors?.find((one) => one.id === id)
