import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reached } from './history-checks.ts'
import { type Happening, History } from './order-history.ts'

const at = fc.constantFrom(0, 0, 1)
const whats = ['pay', 'pay', 'arrive', 'cancel', 'plug', 'plug', 'unplug', 'tap', 'tap', 'charge'] as const
const acts = fc.record({
  what: fc.constantFrom(
    ...whats,
    ...(['charge', 'charge', 'stop', 'stop', 'stop', 'repeat', 'forget'] as const),
  ),
  at,
})
const seconds = fc.constantFrom(0, 1, 20, 59, 60, 300, 599, 600, 900, 3600)
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('take' as const),
      at,
      reserves: fc.boolean(),
      known: fc.boolean(),
    }),
  },
  { weight: 12, arbitrary: acts },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('start' as const), at, known: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('answer' as const),
      at,
      outcome: fc.constantFrom(
        'accepted' as const,
        'accepted' as const,
        'refused' as const,
        'unknown' as const,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('away' as const, 'back' as const), at }) },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('wait' as const), seconds }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('meter' as const),
      at,
      meter: fc.constantFrom('registers' as const, 'power' as const, 'contradicting' as const),
    }),
  },
)

const reservation: Happening[] = [
  { what: 'take', at: 0, reserves: true, known: true },
  { what: 'pay', at: 0 },
]
const metered = (meter: 'power' | 'contradicting'): Happening => ({ what: 'meter', at: 0, meter })
const session: Happening[] = [
  { what: 'plug', at: 0 },
  { what: 'tap', at: 0 },
]
/** Much can happen only after the begin: some histories begin with an order that is paid, reserved, or charges online or offline. */
const beginning = fc.constantFrom<Happening[]>(
  [],
  [
    { what: 'take', at: 0, reserves: false, known: true },
    { what: 'pay', at: 0 },
  ],
  reservation,
  [...reservation, { what: 'answer', at: 0, outcome: 'accepted' }],
  session,
  [...session, { what: 'away', at: 0 }],
  [metered('power'), ...session],
  [metered('contradicting'), { what: 'away', at: 0 }, ...session],
  [{ what: 'away', at: 0 }, ...session],
)

/** The cases that the histories must reach. */
const tried = [
  'a countdown that counts',
  'a countdown that is over',
  'a driver who has an order elsewhere',
  'a card whose driver charges elsewhere',
  'a reservation that is left',
  'a reservation that is left in time',
  'a session of the driver',
  'money that comes late',
  'a session that its station has lost',
  'a session without a register',
  'a session whose readings contradict each other',
  'late: charging.started',
  'late: meter.sampled',
  'late: charging.ended',
  'late: connector.changed',
]

test('whatever stations, people and timers do, early or late: one order at a time, ends are final, and all energy is somebody’s', () => {
  const seed = Number(process.env.SEED)
  console.log(`orders: seed ${seed}`)
  fc.assert(
    fc.property(
      beginning,
      fc.array(happening, { minLength: 6, maxLength: 20, size: 'max' }),
      (begun, rest) => {
        const played = new History()
        for (const one of [...begun, ...rest]) played.play(one)
        played.finish()
      },
    ),
    { numRuns: 10_000, seed },
  )
  expect(tried.filter((what) => (reached.get(what) ?? 0) < 20)).toEqual([])
})
