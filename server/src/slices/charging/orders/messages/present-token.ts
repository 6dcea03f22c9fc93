import type { Authorization, StationEvent } from '@stationmaster/ocpp'
import type { KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import { authorize } from './authorize.ts'
import type { EventResult, OrderBook } from './book.ts'

/** A card is shown at a station, or the contract of a car: only one whose certificates stand the test is looked at as a card. */
export function presentToken(
  book: OrderBook,
  station: KnownStation,
  event: Extract<StationEvent, { type: 'token.presented' }>,
): EventResult {
  const { proof, verdict = proof && 'NoCertificateAvailable' } = event
  if (verdict !== undefined && verdict !== 'Accepted') {
    const status = verdict === 'CertificateExpired' ? 'Expired' : 'Invalid'
    return { reply: { type: 'authorization', status, certificateStatus: verdict }, orderId: null }
  }
  const authorization = authorize(book, station, event.token)
  const certificateStatus = verdict && (isOver(authorization) ? 'ContractCancelled' : verdict)
  return {
    reply: {
      type: 'authorization',
      ...authorization,
      ...(certificateStatus === undefined ? {} : { certificateStatus }),
    },
    orderId: null,
  }
}

/** Whether a contract is known and does not hold any more. */
const isOver = ({ status }: Authorization): boolean => status === 'Blocked' || status === 'Expired'
