import { expect, test } from 'vitest'
import { simpleElements } from './elements.ts'
import { type PricedSession, PriceTally } from './preview.ts'

const session = (orderId: number, more: Partial<PricedSession> = {}): PricedSession => ({
  orderId,
  locationId: 1,
  locationName: 'Yard',
  timeZone: 'Europe/Moscow',
  stationNumber: 7,
  type: 'CCS 2',
  current: 'DC',
  powerW: 150_000,
  startedAt: new Date('2026-03-01T10:00:00Z'),
  endedAt: new Date('2026-03-01T10:30:00Z'),
  energyWh: 20_000,
  chargedMinor: 34_000,
  ...more,
})

const tallyOf = (tariff: number, rate: number, startFee: number, ...sessions: PricedSession[]) => {
  const elements = simpleElements({
    tariffMinorPerKwh: tariff,
    rateMinorPerMinute: rate,
    startFeeMinor: startFee,
  })
  const tally = new PriceTally({ id: 0, elements, discountPercent: 0 })
  for (const one of sessions) tally.add(one)
  return tally.result()
}

test('sessions are priced as they would be at their end, and added up by place and kind', () => {
  const slow = { type: 'Type 2', current: 'AC', powerW: 22_000 } as const
  const result = tallyOf(
    2000,
    100,
    1000,
    session(1),
    session(2, { energyWh: 333, chargedMinor: 566 }),
    session(3, { ...slow, locationId: 2, locationName: 'Port', energyWh: 0, chargedMinor: 0 }),
  )
  // 20 kWh x 20.00 + 30 min x 1.00 + 10.00 = 440.00; 0.333 kWh: 6.66 + 30.00 + 10.00 = 46.66; nothing flowed: 30.00
  expect(result).toMatchObject({
    sessions: 3,
    energy_wh: 20_333,
    before_amount: 34_566,
    after_amount: 51_666,
  })
  expect(result.locations).toEqual([
    {
      location_id: 1,
      name: 'Yard',
      sessions: 2,
      energy_wh: 20_333,
      before_amount: 34_566,
      after_amount: 48_666,
    },
    { location_id: 2, name: 'Port', sessions: 1, energy_wh: 0, before_amount: 0, after_amount: 3000 },
  ])
  expect(result.connectors).toMatchObject([
    { type: 'Type 2', current: 'AC', power: 22, sessions: 1, after_amount: 3000 },
    { type: 'CCS 2', current: 'DC', power: 150, sessions: 2, after_amount: 48_666 },
  ])
  expect(result.examples).toMatchObject([
    { order_id: 1, seconds: 1800, before_amount: 34_000, after_amount: 44_000 },
    { order_id: 2, before_amount: 566, after_amount: 4666 },
    { order_id: 3, before_amount: 0, after_amount: 3000 },
  ])
})

test('a price that changes nothing has no examples', () => {
  expect(tallyOf(1700, 0, 0, session(1))).toMatchObject({
    before_amount: 34_000,
    after_amount: 34_000,
    examples: [],
  })
})

test('the largest differences are the examples, in whole seconds and as they were', () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    session(index, { chargedMinor: 34_000 + (index % 7) * 100 }),
  )
  const { examples } = tallyOf(
    1700,
    0,
    0,
    ...many,
    session(99, { chargedMinor: 0, endedAt: new Date('2026-03-01T10:00:01.900Z') }),
  )
  expect(examples.map(({ order_id }) => order_id)).toEqual([99, 6, 5, 4, 11])
  expect(examples[0]).toEqual({
    order_id: 99,
    location_name: 'Yard',
    station_number: 7,
    started_at: '2026-03-01T10:00:00.000Z',
    energy_wh: 20_000,
    seconds: 1,
    before_amount: 0,
    after_amount: 34_000,
  })
})

test('of thousands of differences the largest are kept', () => {
  const many = Array.from({ length: 2500 }, (_, index) =>
    session(index, { chargedMinor: index === 3 ? 1 : 33_999 }),
  )
  const { examples, sessions } = tallyOf(1700, 0, 0, ...many)
  expect(sessions).toBe(2500)
  expect(examples).toHaveLength(5)
  expect(examples[0]?.order_id).toBe(3)
})

test('of many locations the hundred with the largest differences are told', () => {
  const many = Array.from({ length: 101 }, (_, index) =>
    session(index, { locationId: index, chargedMinor: 34_000 - index }),
  )
  const { locations } = tallyOf(1700, 0, 0, ...many)
  expect(locations.map(({ location_id }) => location_id)).toEqual(
    Array.from({ length: 100 }, (_, index) => 100 - index),
  )
})

test('kinds of connectors are told by current, type and power', () => {
  const kind = (type: PricedSession['type'], current: PricedSession['current'], powerW: number) =>
    session(1, { type, current, powerW })
  const { connectors } = tallyOf(
    1,
    0,
    0,
    kind('Type 2', 'AC', 22_000),
    kind('CHAdeMO', 'DC', 50_000),
    kind('CCS 2', 'DC', 150_000),
    kind('CCS 2', 'DC', 50_500),
    kind('CCS 2', 'DC', 150_000),
  )
  expect(connectors.map(({ type, current, power, sessions }) => [type, current, power, sessions])).toEqual([
    ['Type 2', 'AC', 22, 1],
    ['CCS 2', 'DC', 50.5, 1],
    ['CCS 2', 'DC', 150, 2],
    ['CHAdeMO', 'DC', 50, 1],
  ])
})
