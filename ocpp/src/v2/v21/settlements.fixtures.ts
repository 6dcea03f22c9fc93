import fc from 'fast-check'
import type { StationEvent } from '../../station-event.ts'

/** Any text of letters, digits and some marks, of so many at the most. */
export const name = (most: number) =>
  fc.stringMatching(new RegExp(`^[A-Za-z0-9 .:-]{0,${most - 1}}[A-Za-z0-9.:-]$`))

/** What 2.1 says beside that. */
export const settlement: fc.Arbitrary<StationEvent> = fc.record(
  {
    type: fc.constant('payment.settled' as const),
    transactionId: name(36),
    reference: name(255),
    status: fc.constantFrom('settled', 'canceled', 'rejected', 'failed'),
    info: name(500),
    amountMinor: fc.integer({ min: -(2 ** 31), max: 2 ** 40 }),
    happenedAt: fc
      .integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) })
      .map((ms) => new Date(ms)),
    receiptId: name(50),
    receiptUrl: name(2000),
    vatNumber: name(20),
    company: fc.tuple(name(50), name(100), name(100), name(50)).map((lines) => lines.join('\n')),
  },
  { requiredKeys: ['type', 'reference', 'status', 'amountMinor', 'happenedAt'] },
)
