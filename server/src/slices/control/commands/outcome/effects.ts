import type { CommandEffect, ConnectorRef, LimitSet } from '@stationmaster/ocpp'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { listRunning } from '../../../charging/orders/measuring/running-store.ts'
import type { KnownConnector, KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import { removeLimits, upsertLimit } from '../../tasks/limit-store.ts'
import { updateReservationsEnded } from '../../tasks/reservation-store.ts'
import type { CommandParts } from '../parts.ts'

/**
 * Keeps what a command has changed at a station: limits that it set or cleared, reservations that it ended, whether a panel, the
 * console or a bulk command gave it.
 */
export async function keepEffect(
  { db, clock }: Pick<CommandParts, 'db' | 'clock'>,
  station: KnownStation,
  effect: CommandEffect,
): Promise<void> {
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    switch (effect.effect) {
      case 'limit_set':
        return keepLimit(tx, station, effect.limit, effect.replacesLevel, at)
      case 'limits_cleared': {
        const { effect: _, at: target, ...criteria } = effect
        const where = target === undefined ? {} : placeOf(station, target)
        return removeLimits(tx, station.id, { ...criteria, ...where })
      }
      case 'reservation_ended':
        return updateReservationsEnded(tx, [
          { stationId: station.id, reservationId: effect.reservationId, at },
        ])
    }
  })
}

async function keepLimit(
  tx: Tx,
  station: KnownStation,
  { at: target, limit: amount, transactionId, from, until, ...limit }: LimitSet,
  replacesLevel: boolean,
  setAt: Date,
): Promise<void> {
  const place = placeOf(station, target)
  const { purpose, stackLevel } = limit
  if (replacesLevel) await removeLimits(tx, station.id, { ...place, purpose, stackLevel })
  const running =
    purpose === 'transaction' && transactionId === undefined ? await transactionAt(tx, station, place) : null
  await upsertLimit(tx, station.id, {
    ...limit,
    ...place,
    amount,
    setAt,
    transactionId: transactionId ?? running,
    from: from ?? null,
    until: until ?? null,
  })
}

/** The transaction that runs at a place, as its station calls it. */
async function transactionAt(tx: Tx, { id, connectors }: KnownStation, { evse, connector }: Place) {
  const isThere = (one: KnownConnector) =>
    one.evse === evse && (connector === null || one.number === connector)
  const there = new Set(connectors.filter(isThere).map((one) => one.id))
  const running = await listRunning(tx, id)
  return running.find(({ connectorId }) => there.has(connectorId))?.transactionId ?? null
}

/** An EVSE, and its connector where a version names that; null: all that there is. */
interface Place {
  evse: number | null
  connector: number | null
}

/** The place that a version's number means. */
function placeOf({ connectors }: KnownStation, { evse, ordinal }: ConnectorRef): Place {
  if (evse !== undefined) return { evse: evse || null, connector: null }
  const named = connectors.find((one) => one.ordinal === ordinal)
  return named ? { evse: named.evse, connector: named.number } : { evse: ordinal || null, connector: null }
}
