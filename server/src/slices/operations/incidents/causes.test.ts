import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { describe, expect, test } from 'vitest'
import { type Crowd, groupsOf, type SharedTrait, type Trouble, traitKey } from './grouping.ts'

const begun = Date.UTC(2026, 10, 3, 9, 41)

/** A station that stands alone at its location, unless it is said where. */
const station = (
  n: number,
  { seconds = 0, at = n, ...traits }: { seconds?: number; at?: number } & Trouble['traits'] = {},
): Trouble => ({
  subject: `station:S${n}`,
  since: new Date(begun + seconds * 1000),
  locationId: at,
  word: null,
  traits: { location: [String(at)], ...traits },
})
const stations = (count: number, of: (n: number) => Parameters<typeof station>[1], from = 1) =>
  Array.from({ length: count }, (_, n) => station(from + n, of(from + n)))

/** How many stations there are, and how many share each value of a trait. */
const crowdOf = (total: number, sharing: Partial<Record<SharedTrait, Record<string, number>>>): Crowd => ({
  total,
  sharing: new Map(
    (Object.keys(sharing) as SharedTrait[]).flatMap((trait) =>
      Object.entries(sharing[trait] ?? {}).map(([value, count]): [string, number] => [
        traitKey(trait, value),
        count,
      ]),
    ),
  ),
})
const keysOf = (...given: Parameters<typeof groupsOf>) => groupsOf(...given).map(({ key }) => key)

describe('troubles belong together', () => {
  const crowd = crowdOf(100, { location: { 1: 5 } })
  const apart = (ms: number) => [station(1, { at: 1 }), station(2, { at: 1, seconds: ms / 1000 })]
  const together = ['location:1']
  const alone = ['station:S1', 'station:S2']

  test.each([
    ['silence', 5 * MINUTE_MS, together],
    ['silence', 5 * MINUTE_MS + 1000, alone],
    ['fault', HOUR_MS, together],
    ['fault', HOUR_MS + 1000, alone],
  ] as const)('%s within %i ms: %j', (kind, ms, keys) => {
    expect(keysOf(kind, apart(ms), crowd)).toEqual(keys.map((key) => `${kind}:${key}`))
  })

  test('in whatever words a silence is said', () => {
    const said = apart(0).map((one, n) => ({ ...one, word: `reason ${n}` }))
    expect(keysOf('silence', said, crowd)).toEqual(['silence:location:1'])
  })

  test('in the order of time, and of two at once by name; what arrives again counts as it began', () => {
    const three = [3, 1, 2].map((n) => station(n, { at: 1 }))
    const [group] = groupsOf('silence', [...three, station(2, { at: 1, seconds: 20 })], crowd)
    expect(group).toMatchObject({
      subjects: ['station:S1', 'station:S2', 'station:S3'],
      since: new Date(begun),
      evidence: { within_seconds: 0 },
    })
    const later = [
      station(1, { at: 1, seconds: 9 }),
      station(2, { at: 1 }),
      station(1, { at: 1, seconds: 4 }),
    ]
    expect(groupsOf('silence', later, crowd)[0]).toMatchObject({
      subjects: ['station:S2', 'station:S1'],
      evidence: { within_seconds: 4 },
    })
  })

  test('of one place at two times are one group, as it began, with all that it reached', () => {
    const first = stations(3, () => ({ at: 1 }))
    const again = stations(3, () => ({ at: 1, seconds: 3600 }), 4)
    const other = stations(5, () => ({ at: 2, seconds: 1800 }), 7)
    const all = [...first, ...again, ...other]
    expect(groupsOf('silence', all, crowdOf(100, { location: { 1: 5, 2: 5 } }))).toMatchObject([
      {
        key: 'silence:location:1',
        since: new Date(begun),
        subjects: [1, 2, 3, 4, 5, 6].map((n) => `station:S${n}`),
        evidence: { affected: 6, population: 6, within_seconds: 0 },
      },
      { key: 'silence:location:2' },
    ])
  })

  test('are given in the order of time, and of those at once by name', () => {
    const all = [
      ...stations(5, () => ({ at: 9, seconds: 2 })),
      ...stations(3, () => ({ at: 4, seconds: 2 }), 6),
    ]
    const crowd = crowdOf(100, { location: { 4: 3, 9: 5 } })
    const names = ['silence:location:4', 'silence:location:9']
    expect(keysOf('silence', all, crowd)).toEqual(names)
    expect(keysOf('silence', [...all, station(20)], crowd)).toEqual(['silence:station:S20', ...names])
  })

  test('are one where there would be more than twenty groups', () => {
    const crowd = crowdOf(1000, {})
    expect(
      groupsOf(
        'silence',
        stations(20, () => ({})),
        crowd,
      ),
    ).toHaveLength(20)
    expect(
      keysOf(
        'silence',
        stations(21, () => ({})),
        crowd,
      ),
    ).toEqual(['silence:scattered'])
  })
})

describe('a cause', () => {
  test('is shared by three stations, at one place by two', () => {
    const pair = (trait: SharedTrait) =>
      keysOf(
        'silence',
        stations(2, () => ({ [trait]: ['x'] })),
        crowdOf(100, { [trait]: { x: 2 } }),
      )
    expect(pair('circuit')).toEqual(['silence:circuit:x'])
    expect(pair('network')).toEqual(['silence:station:S1', 'silence:station:S2'])
    const three = stations(3, () => ({ network: ['x'] }))
    expect(keysOf('silence', three, crowdOf(100, { network: { x: 3 } }))).toEqual(['silence:network:x'])
    const atOne = stations(2, () => ({ at: 1, circuit: ['x'] }))
    expect(keysOf('silence', atOne, crowdOf(100, { location: { 1: 2 }, circuit: { x: 2 } }))).toEqual([
      'silence:location:1',
    ])
  })

  test.each([
    ['six of ten', 3, 5, true],
    ['less', 3, 6, false],
  ])('is our server if %s of what is away was away with it', (_, ofServer, all, isCause) => {
    const away = stations(all, (n) => (n <= ofServer ? { server: ['since nine'] } : {}))
    const [group] = groupsOf('silence', away, crowdOf(200, {}))
    if (isCause) expect(group).toMatchObject({ cause: 'server', evidence: { affected: 3, population: 200 } })
    else expect(group).toMatchObject({ cause: 'station' })
  })

  test.each([
    [9, 9],
    [10, 1],
  ])('is a network of %i as a whole, if it is large enough', (total, groups) => {
    const all = stations(total, () => ({}))
    expect(groupsOf('silence', all, crowdOf(total, {}))).toHaveLength(groups)
  })

  test.each([
    [3, 5, true],
    [3, 6, false],
  ])('reaches most of those who share it: %i of %i', (affected, all, isCause) => {
    const away = stations(affected, () => ({ network: ['x'] }))
    const [group] = groupsOf('silence', away, crowdOf(100, { network: { x: all } }))
    expect(group?.cause).toBe(isCause ? 'network' : 'station')
  })

  test.each([
    [2, true],
    [3, false],
  ])('reaches three times as many as it does of others, of whom %i of 6 are away', (others, isCause) => {
    const away = [...stations(3, () => ({ network: ['x'] })), ...stations(others, () => ({}), 4)]
    const [group] = groupsOf('silence', away, crowdOf(9, { network: { x: 3 } }))
    expect(group?.cause).toBe(isCause ? 'network' : 'station')
  })

  test('is the one that explains most: five of five before six of ten', () => {
    const away = [...stations(5, () => ({ at: 1, network: ['x'] })), station(6, { network: ['x'] })]
    expect(keysOf('silence', away, crowdOf(200, { location: { 1: 5 }, network: { x: 10 } }))).toEqual([
      'silence:location:1',
      'silence:station:S6',
    ])
  })

  test.each([
    ['location', 'whole'],
    ['whole', 'circuit'],
    ['circuit', 'network'],
    ['network', 'sim'],
    ['sim', 'firmware'],
    ['firmware', 'model'],
    ['model', 'provider'],
  ])('is %s before %s where both explain the same', (...causes) => {
    const [first, second] = causes.map((cause) => (cause === 'location' ? '1' : 'x'))
    const shared = Object.fromEntries(
      causes.flatMap((cause, i) => (cause === 'whole' ? [] : [[cause, [i === 0 ? first : second]]])),
    )
    const away = stations(10, () => ({ ...(causes.includes('location') ? { at: 1 } : {}), ...shared }))
    const counted = Object.fromEntries(
      Object.entries(shared).map(([trait, [value]]) => [trait, { [String(value)]: 10 }]),
    )
    const total = causes.includes('whole') ? 10 : 100
    expect(groupsOf('silence', away, crowdOf(total, counted))).toMatchObject([{ cause: causes[0] }])
  })

  test('is the narrower of two ranges that hold the same, and of two as long the first by name', () => {
    const best = (...network: string[]) =>
      groupsOf(
        'silence',
        stations(3, () => ({ network })),
        crowdOf(100, { network: Object.fromEntries(network.map((value) => [value, 3])) }),
      )[0]?.value
    expect(best('10.20.0.0/16', '10.20.30.0/24')).toBe('10.20.30.0/24')
    expect(best('10.20.30.0/24', '10.20.0.0/16')).toBe('10.20.30.0/24')
    expect([best('a', 'b'), best('b', 'a')]).toEqual(['a', 'a'])
  })

  test('is the location for some of it that are away, with what it has', () => {
    const away = stations(2, () => ({ at: 1 }))
    expect(groupsOf('silence', away, crowdOf(100, { location: { 1: 5 } }))).toMatchObject([
      { cause: 'location', value: '1', evidence: { affected: 2, population: 5, others: 95 } },
    ])
  })

  test('is none for stations without a location, each by itself', () => {
    const nowhere = stations(2, () => ({})).map((one) => ({ ...one, locationId: null, traits: {} }))
    const group = {
      cause: 'station',
      value: null,
      locationId: null,
      evidence: { affected: 1, population: 1 },
    }
    expect(groupsOf('silence', nowhere, crowdOf(100, {}))).toMatchObject([group, group])
  })

  test('has a key that fits its column', () => {
    const long = stations(3, () => ({ provider: ['p'.repeat(300)] }))
    const [group] = groupsOf('silence', long, crowdOf(100, { provider: { ['p'.repeat(300)]: 3 } }))
    expect(group?.key).toBe(`silence:provider:${'p'.repeat(238)}`)
  })
})

describe('what is of no station', () => {
  const none = crowdOf(0, {})
  const trouble = (subject: string, change: Partial<Trouble> = {}): Trouble => ({
    subject,
    since: new Date(begun),
    locationId: null,
    word: null,
    traits: {},
    ...change,
  })

  test('has the location that it names as its cause, or none', () => {
    expect(groupsOf('energy', [trouble('location:7', { locationId: 7 })], none)).toMatchObject([
      { key: 'energy:location:7', cause: 'location', value: '7' },
    ])
    expect(groupsOf('certificates', [trouble('certificate:7')], none)).toMatchObject([
      { key: 'certificates:certificate:7', cause: 'none', value: null },
    ])
  })

  test('is each firmware campaign by itself, whatever else is wrong', () => {
    const campaigns = [trouble('campaign:1', { traits: { firmware: ['2.0'] } }), trouble('campaign:2')]
    const of = { since: new Date(begun), locationId: null, evidence: { affected: 1, others: 0 } }
    expect(groupsOf('firmware', campaigns, none)).toMatchObject([
      { ...of, key: 'firmware:campaign:1', cause: 'firmware', value: '2.0', subjects: ['campaign:1'] },
      { ...of, key: 'firmware:campaign:2', cause: 'none', value: null, subjects: ['campaign:2'] },
    ])
  })

  test('is all books at once', () => {
    const books = [1, 2, 3].map((id) => trouble(`book:${id}`, { locationId: id }))
    expect(groupsOf('books', books, none)).toMatchObject([
      { key: 'books:none', cause: 'none', value: null, subjects: ['book:1', 'book:2', 'book:3'] },
    ])
  })

  test.each([
    'payments',
    'receipts',
  ] as const)('%s: is by location of two at most, else by provider', (kind) => {
    const at = (id: number, place: number | null, ...provider: string[]) =>
      trouble(`payment:${id}`, { locationId: place, traits: provider.length > 0 ? { provider } : {} })
    expect(groupsOf(kind, [at(1, 7, 'a'), at(2, 7, 'b'), at(3, null, 'a'), at(4, null)], none)).toMatchObject(
      [
        { key: `${kind}:location:7`, subjects: ['payment:1', 'payment:2'], evidence: { affected: 2 } },
        { key: `${kind}:none`, cause: 'none', value: null, subjects: ['payment:3', 'payment:4'] },
      ],
    )
    const several = [at(1, 7, 'a'), at(2, 8, 'b'), at(3, 9, 'a'), at(4, 9)]
    expect(groupsOf(kind, several, none)).toMatchObject([
      { key: `${kind}:provider:`, subjects: ['payment:4'] },
      { key: `${kind}:provider:a`, subjects: ['payment:1', 'payment:3'] },
      { key: `${kind}:provider:b`, subjects: ['payment:2'] },
    ])
  })

  test('begins when the first of it did, in whatever words', () => {
    const at = (id: number, hours: number, place: number, word: string) =>
      trouble(`payment:${id}`, { since: new Date(begun + hours * HOUR_MS), locationId: place, word })
    const all = [at(1, 0, 8, 'declined'), at(2, 4, 7, 'declined'), at(3, 2, 7, 'expired')]
    expect(groupsOf('payments', all, none)).toMatchObject([
      { key: 'payments:location:8' },
      { key: 'payments:location:7', since: new Date(begun + 2 * HOUR_MS), evidence: { affected: 2 } },
    ])
  })
})
