import { readSettings } from '@stationmaster/ocpp'
import type { Db } from '../../../../platform/schema/schema.ts'
import * as rules from '../../../charging/orders/machine/rules.ts'
import { lockOrder } from '../../../charging/orders/store.ts'
import type { KnownConnector } from '../../../stations/stations/connecting/traffic-store.ts'
import { findSettingsSinceBoot } from '../../../stations/stations/description/configuration-store.ts'
import type { StationLink } from '../../intake/reaching/station-link.ts'
import { refOf, statusOf } from '../outcome/outcome.ts'
import type { CommandParts } from '../parts.ts'

/** How long a start may take at a station, seconds, by its reported settings; null: not reported since its boot. */
export async function keptStartWindow(db: Db, { protocol, stationId }: StationLink): Promise<number | null> {
  const settings = await findSettingsSinceBoot(db, stationId)
  const seconds = settings ? readSettings(protocol, settings).connectionTimeoutSeconds : undefined
  return seconds === undefined ? null : rules.startWindowOf(seconds)
}

/** Requests from a station how long it waits for a car, before a start is given up. */
export async function requestStartWindow(
  parts: CommandParts,
  orderId: number,
  stationId: string,
): Promise<void> {
  const outcome = await (await parts.stations.find(stationId))?.command({ type: 'connection_timeout' })
  const seconds = outcome?.kind === 'answered' ? outcome.findings.connectionTimeoutSeconds : undefined
  await parts.orderWork.change(
    async (tx) => {
      const order = await lockOrder(tx, orderId)
      return order ? [order] : []
    },
    (book, [order]) => {
      if (order?.status === 'starting') book.put(rules.startWindowReported(order, seconds), 'all')
    },
  )
}

/** Sends an inquiry after a start without an answer; what the station sends then shows what became of the start. */
export async function inquireStart(
  { orderWork, clock }: CommandParts,
  link: StationLink,
  orderId: number,
  connector: KnownConnector,
): Promise<void> {
  const outcome = await link.command({ type: 'start_inquiry', at: refOf(connector) })
  await orderWork.change(
    async () => [],
    (book) => book.log(orderId, clock.now(), 'ocpp', 'start_inquiry', { status: statusOf(outcome) }),
  )
}
