import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Crowd, groupsOf, type Trouble, traitKey } from './grouping.ts'

const begun = Date.UTC(2026, 10, 3, 9, 41)

/** Stations of a network of 200: 40 of them are behind one modem network, at eight locations. */
const crowd: Crowd = {
  total: 200,
  sharing: new Map([
    [traitKey('network', '10.20.0.0/16'), 40],
    [traitKey('network', '10.30.0.0/16'), 160],
    [traitKey('model', 'Voltwerk V1'), 200],
    ...Array.from({ length: 40 }, (_, n): [string, number] => [traitKey('location', String(n)), 5]),
  ]),
}

const station = (n: number, seconds: number, { network = n < 40 ? '20' : '30' } = {}): Trouble => ({
  subject: `station:S${n}`,
  since: new Date(begun + seconds * 1000),
  locationId: Math.floor(n / 5),
  word: null,
  traits: {
    location: [String(Math.floor(n / 5))],
    network: [`10.${network}.0.0/16`],
    model: ['Voltwerk V1'],
  },
})
const some = (from: number, to: number, seconds = 0) =>
  Array.from({ length: to - from }, (_, n) => station(from + n, seconds + (n % 90)))

describe('a common cause', () => {
  test('is the modem network behind which nearly all are silent, with the numbers that show it', () => {
    const groups = groupsOf('silence', [...some(0, 38), station(77, 30), station(150, 40)], crowd)
    expect(groups).toMatchObject([
      {
        key: 'silence:network:10.20.0.0/16',
        cause: 'network',
        value: '10.20.0.0/16',
        locationId: null,
        evidence: { affected: 38, population: 40, others_affected: 2, others: 160, within_seconds: 37 },
      },
      { key: 'silence:station:S77', cause: 'station', locationId: 15 },
      { key: 'silence:station:S150', cause: 'station' },
    ])
  })

  test('is the location where all of it is away, and not the network of which it is a part', () => {
    expect(groupsOf('silence', some(0, 5), crowd)).toMatchObject([
      {
        key: 'silence:location:0',
        cause: 'location',
        locationId: 0,
        evidence: { affected: 5, population: 5 },
      },
    ])
  })

  test('is the whole network where most of it is away', () => {
    expect(groupsOf('silence', some(0, 190), crowd)).toMatchObject([
      { cause: 'whole', evidence: { affected: 190, population: 200, others: 0 } },
    ])
  })

  test('is our own server where they are away since it was', () => {
    const away = some(0, 12).map((one) => ({ ...one, traits: { ...one.traits, server: ['since nine'] } }))
    expect(groupsOf('silence', away, crowd)).toMatchObject([{ cause: 'server', value: 'since nine' }])
  })

  test('is none where too many are away that share nothing', () => {
    const everywhere = Array.from({ length: 40 }, (_, n) => station(n * 5, n, { network: String(n) }))
    expect(groupsOf('silence', everywhere, crowd)).toMatchObject([
      { key: 'silence:scattered', cause: 'scattered', evidence: { affected: 40, population: 200 } },
    ])
  })

  test('is not what others share who are well', () => {
    const groups = groupsOf('silence', [station(1, 0), station(6, 5), station(11, 9)], crowd)
    expect(groups.map(({ cause }) => cause)).toEqual(['station', 'station', 'station'])
  })

  test('is another one for what begins at another time, or in other words', () => {
    const later = some(10, 14, 3600)
    expect(groupsOf('silence', [...some(0, 5), ...later], crowd).map(({ key }) => key)).toEqual([
      'silence:location:0',
      'silence:location:2',
    ])
    const faults = some(0, 4).map((one, n) => ({ ...one, word: n < 2 ? 'GroundFailure' : 'HighTemperature' }))
    expect(groupsOf('fault', faults, crowd).map(({ key }) => key)).toEqual([
      'fault:location:0:GroundFailure',
      'fault:location:0:HighTemperature',
    ])
  })
})

describe('payments that fail', () => {
  const payment = (n: number, locationId: number): Trouble => ({
    subject: `payment:${n}:charging`,
    since: new Date(begun + n * 1000),
    locationId,
    word: null,
    traits: { provider: ['yookassa'] },
  })
  test('belong to their location, and to the provider where several locations have some', () => {
    const empty = { total: 0, sharing: new Map() }
    expect(groupsOf('payments', [payment(1, 7), payment(2, 7)], empty)).toMatchObject([
      { cause: 'location', locationId: 7 },
    ])
    expect(groupsOf('payments', [payment(1, 7), payment(2, 8), payment(3, 9)], empty)).toMatchObject([
      { cause: 'provider', value: 'yookassa', locationId: null },
    ])
  })
})

const troubles = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 199 }), fc.integer({ min: 0, max: 1200 }))
    .map(([n, seconds]) => station(n, seconds)),
  { maxLength: 120 },
)

describe('groups, whatever arrives', () => {
  test('do not depend on the order, nor on what arrives twice', () => {
    fc.assert(
      fc.property(troubles, fc.infiniteStream(fc.nat()), (all, places) => {
        const keyed = all.map((one) => ({ one, at: places.next().value ?? 0 }))
        const other = keyed.toSorted((a, b) => a.at - b.at).map(({ one }) => one)
        const again = other.slice(0, Math.ceil(other.length / 2))
        expect(groupsOf('silence', [...other, ...again], crowd)).toEqual(groupsOf('silence', all, crowd))
      }),
    )
  })

  test('hold each trouble once, have keys of their own, and are few', () => {
    fc.assert(
      fc.property(troubles, (all) => {
        const groups = groupsOf('silence', all, crowd)
        const held = groups.flatMap(({ subjects }) => subjects)
        expect(held.toSorted()).toEqual([...new Set(all.map(({ subject }) => subject))].toSorted())
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length)
        for (const { evidence, cause } of groups) {
          expect(evidence.affected).toBeLessThanOrEqual(evidence.population)
          if (cause === 'network') expect(evidence.affected / evidence.population).toBeGreaterThanOrEqual(0.6)
        }
      }),
    )
  })

  test('are at most twenty-one of what begins at once', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 199 }), { maxLength: 200 }), (stations) => {
        const at = stations.map((n) => station(n, n % 60, { network: String(n) }))
        expect(groupsOf('silence', at, crowd).length).toBeLessThanOrEqual(21)
      }),
    )
  })
})
