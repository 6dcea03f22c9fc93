import fc from 'fast-check'
import type { ReckonedCost } from '../../commands/station-tariff.ts'
import type { StationEvent } from '../../station-event.ts'
import { name, settlement } from './settlements.fixtures.ts'

const text = (most: number) => fc.stringMatching(new RegExp(`^[A-Za-z0-9 .:-]{0,${most - 1}}[A-Za-z0-9.:-]$`))
const used = {
  energyWh: fc.integer({ min: 0, max: 1_000_000 }),
  seconds: fc.integer({ min: 0, max: 1_000_000 }),
  currency: fc.constantFrom('EUR', 'RUB'),
}

const reckoned: fc.Arbitrary<ReckonedCost> = fc.oneof(
  fc.record(
    { ...used, totalMinor: fc.integer({ min: 0, max: 2 ** 40 }), tariffId: text(60) },
    { requiredKeys: ['totalMinor', 'currency', 'energyWh', 'seconds'] },
  ),
  fc.record(
    { ...used, totalMinor: fc.constant(null), failure: text(500) },
    { requiredKeys: ['totalMinor', 'currency', 'energyWh', 'seconds'] },
  ),
)

/** The same events, some of transactions with what the station has reckoned. */
const withCost = (events: fc.Arbitrary<StationEvent>): fc.Arbitrary<StationEvent> =>
  fc.tuple(events, fc.option(reckoned)).map(([event, cost]): StationEvent => {
    if (!cost || (event.type !== 'meter.sampled' && event.type !== 'charging.ended')) return event
    return { ...event, cost }
  })

const priority: fc.Arbitrary<StationEvent> = fc.record({
  type: fc.constant('priority.changed' as const),
  transactionId: name(36),
  active: fc.boolean(),
})

const int32 = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const streams: fc.Arbitrary<StationEvent> = fc.oneof(
  fc.record(
    {
      type: fc.constant('stream.opened' as const),
      streamId: int32,
      monitorId: int32,
      intervalSeconds: int32,
      values: int32,
    },
    { requiredKeys: ['type', 'streamId', 'monitorId'] },
  ),
  fc.record({ type: fc.constant('stream.closed' as const), streamId: int32 }),
)

/** What stations of 2.1 say beside what those of OCPP 2 do. */
export const events21 = (
  events: fc.Arbitrary<StationEvent>,
  others: readonly fc.Arbitrary<StationEvent>[],
): fc.Arbitrary<StationEvent> =>
  fc.oneof({ weight: 20, arbitrary: withCost(events) }, settlement, priority, streams, ...others)
