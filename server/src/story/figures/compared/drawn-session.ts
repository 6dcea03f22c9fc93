import { type PaymentMethodType, paymentMethodTypes } from '@stationmaster/contract'
import fc from 'fast-check'

/** 1 to 28 February, by the clocks of Moscow, and what ends in the first days of March */
const hours = 33 * 24

/** Kopecks that are taken for something beside the charging, and who takes them. */
export interface Beside {
  minor: number
  method: PaymentMethodType
  provider: string
  /** taken so many days after the session */
  days: number
  /** nobody has paid it yet */
  owed: boolean
}

/** A session of a month, and what becomes of its money. */
export interface Drawn {
  /** which of the month's locations */
  place: number
  method: PaymentMethodType
  provider: string
  shop: string
  hour: number
  energyWh: number
  priceMinor: number
  reservationMinor: number
  billable: boolean
  needsReview: boolean
  /** of a charging that was not paid in full, in percent */
  owedPercent: number
  /** what is handed over of each of its debts, in percent */
  handed: { percent: number; method: 'cash' | 'terminal' } | null
  rfid: string | null
  hasDriver: boolean
  idle: Beside | null
  service: Beside | null
  /** what goes back, in percent of what there is, and how many days later */
  refund: { of: 'charging' | 'parking' | 'service'; percent: number; days: number } | null
  chargeback: { percent: number; days: number } | null
}

const providers = ['alpha', 'beta'] as const
const rarely = <T>(one: fc.Arbitrary<T>, freq = 3): fc.Arbitrary<T | null> =>
  fc.option(one, { nil: null, freq })
const beside = fc.record<Beside>({
  minor: fc.integer({ min: 1, max: 60_000 }),
  method: fc.constantFrom<PaymentMethodType[]>('card', 'sbp', 'terminal', 'account', 'cash'),
  provider: fc.constantFrom(...providers),
  days: fc.integer({ min: 0, max: 3 }),
  owed: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
})

/** Any session. */
export const session = fc.record<Drawn>({
  place: fc.integer({ min: 0, max: 3 }),
  method: fc.constantFrom<PaymentMethodType[]>(...paymentMethodTypes),
  provider: fc.constantFrom(...providers),
  shop: fc.constantFrom('1', '2'),
  hour: fc.integer({ min: 0, max: hours }),
  energyWh: fc.integer({ min: 0, max: 90_000 }),
  priceMinor: fc.integer({ min: 0, max: 250_001 }),
  reservationMinor: fc.constantFrom(0, 0, 0, 10_000),
  billable: fc.integer({ min: 0, max: 9 }).map((one) => one > 0),
  needsReview: fc.integer({ min: 0, max: 14 }).map((one) => one === 0),
  owedPercent: fc.constantFrom(0, 0, 0, 0, 0, 40, 100),
  handed: rarely(
    fc.record({
      percent: fc.integer({ min: 1, max: 100 }),
      method: fc.constantFrom('cash' as const, 'terminal' as const),
    }),
    1,
  ),
  rfid: fc.constantFrom(null, 'A', 'B', 'C'),
  hasDriver: fc.boolean(),
  idle: rarely(beside),
  service: rarely(beside),
  refund: rarely(
    fc.record({
      of: fc.constantFrom('charging', 'charging', 'parking', 'service'),
      percent: fc.integer({ min: 1, max: 100 }),
      days: fc.integer({ min: 0, max: 40 }),
    }),
  ),
  chargeback: rarely(
    fc.record({ percent: fc.integer({ min: 1, max: 60 }), days: fc.integer({ min: 0, max: 40 }) }),
    5,
  ),
})

/** One of each that chance may leave out: each way to pay, of an owner and of the network; each thing beside it, given back later. */
export const surely: Drawn[] = paymentMethodTypes.flatMap((method, index) =>
  [0, 3].map(
    (place): Drawn => ({
      place,
      method,
      provider: 'alpha',
      shop: '1',
      hour: 24 * (5 + index) + place,
      energyWh: 20_000 + index,
      priceMinor: 34_000,
      reservationMinor: 10_000 * (index % 2),
      billable: true,
      needsReview: false,
      owedPercent: place === 0 ? 40 : 0,
      handed: { percent: 50, method: 'cash' },
      rfid: 'A',
      hasDriver: true,
      idle: { minor: 15_000, method, provider: 'beta', days: 1, owed: false },
      service: {
        minor: 9900,
        method: method === 'terminal' ? 'cash' : 'terminal',
        provider: 'beta',
        days: 0,
        owed: false,
      },
      refund: { of: (['charging', 'parking', 'service'] as const)[index % 3]!, percent: 30, days: 31 },
      chargeback: method === 'card' || method === 'sbp' ? { percent: 20, days: 2 } : null,
    }),
  ),
)
