import type { StationEvent } from '@stationmaster/ocpp'
import { sampleTime } from '../measuring/meter.ts'
import type { OrderBook } from '../messages/book.ts'

type Signing = Extract<StationEvent, { type: 'charging.started' | 'meter.sampled' | 'charging.ended' }>

/** Keeps the values of a message that its station's meter has signed, as they came. */
export function takeSigned(
  book: OrderBook,
  orderId: number,
  { signed = [], happenedAt, sequence }: Pick<Signing, 'signed' | 'happenedAt' | 'sequence'>,
  receivedAt: Date,
): void {
  for (const { at, context, data, encodingMethod, signingMethod, publicKey } of signed) {
    book.signed.take({
      orderId,
      at: sampleTime(at, happenedAt, receivedAt),
      context,
      receivedAt,
      sequence: sequence ?? null,
      data,
      encodingMethod: encodingMethod ?? null,
      signingMethod: signingMethod ?? null,
      publicKey: publicKey ?? null,
    })
  }
}
