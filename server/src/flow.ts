import type { StationEvent } from '@stationmaster/ocpp'
import type { Flow, StationActions } from './slices/intake/flow-types.ts'
import * as station from './slices/intake/station-events.ts'
import * as orders from './slices/orders/from-station.ts'
import { settle } from './slices/payments/settle.ts'
import { notePayment } from './slices/providers/chronology.ts'

/**
 * The whole system on one page. A station waits for the answer of its action; the action's order then moves on in the same
 * transaction (`together`), and nobody is told before that has been committed.
 *
 *   station --frame--> ocpp --StationEvent--> orders --closed--> payments --entries--> ledger
 */
const stationActions: StationActions = {
  'station.booted': station.boot,
  'station.beat': station.beat,
  'connector.changed': station.changeConnector,
  'token.presented': orders.presentToken,
  'charging.started': orders.start,
  'meter.sampled': orders.sample,
  'charging.ended': orders.end,
  'vendor.message': station.keepVendorMessage,
  'firmware.changed': station.keepProgress,
  'upload.changed': station.keepProgress,
  'settings.reported': station.keepSettings,
  'security.reported': station.keepSecurityEvent,
  'reservation.ended': station.endReservation,
  'certificate.asked': station.answerRequest,
  noted: station.note,
} satisfies Record<StationEvent['type'], unknown>

export const flow: Flow & { paymentMoved: typeof notePayment } = {
  stationActions,
  /** Orders have ended: their payments, the ledger and the days' totals stand in the same transaction as the orders. */
  closed: settle,
  /** Money has moved at the provider, or was refused there: the order's chronology says so. */
  paymentMoved: notePayment,
}
