import { describe, expect, test } from 'vitest'
import { lossesOf, read, write } from '../codec/codec.ts'
import { codecOf, ocpiVersions } from '../versions.ts'
import { commands } from './common.fixtures.ts'
import { codecsOf, examples } from './of-versions.fixtures.ts'

describe.each(ocpiVersions)('our examples of %s', (version) => {
  const codecs = codecsOf(version)
  const ofVersion: Record<string, unknown> = { ...examples[version], ...commands }

  test('there is one of each object and body', () => {
    expect(Object.keys(ofVersion).sort()).toEqual([...codecs.keys()].sort())
  })

  test.each(Object.keys(ofVersion))('%s: what is read is written as it was', (name) => {
    const codec = codecs.get(name)
    if (!codec) throw new Error(`no codec ${name}`)
    const reading = read(codec, ofVersion[name])
    expect(reading).toMatchObject({ ok: true })
    if (!reading.ok) return
    expect(write(codec, reading.value)).toEqual(ofVersion[name])
    expect(lossesOf(codec, reading.value)).toEqual([])
  })

  test.each(Object.keys(ofVersion))('%s: fields that nobody knows are tolerated', (name) => {
    const example = ofVersion[name]
    const codec = codecs.get(name)
    if (!codec || typeof example !== 'object') return
    expect(read(codec, { ...example, some_new_field: { x: 1 } })).toEqual(read(codec, example))
  })
})

describe('what 2.2.1 has no word for', () => {
  const rich = read(codecOf('2.3.0').location, examples['2.3.0'].location)
  if (!rich.ok) throw new Error('our own example is wrong')

  test('is left out and named, and an EVSE without a connector that can be named goes with it', () => {
    const { location } = codecOf('2.2.1')
    expect(lossesOf(location, rich.value)).toEqual([
      'evses.acceptedServiceProviders',
      'evses.connectors',
      'evses.connectors.capabilities',
      'evses.connectors.standard',
      'evses.parking',
      'evses.parkingRestrictions',
      'facilities',
      'helpPhone',
      'parkingPlaces',
    ])
    const written = write(location, rich.value)
    expect(written).toMatchObject({ evses: [], facilities: ['CAFE'] })
    expect(read(location, written).ok).toBe(true)
  })

  test('an EVSE keeps the connectors that can be named', () => {
    const evse = valueIn(rich.value.evses, 0)
    const plugs = ['IEC_62196_T2', 'MCS', 'SAE_J3400'].map((standard) => ({
      ...valueIn(evse.connectors, 0),
      standard,
    }))
    const { evse: codec } = codecOf('2.2.1')
    expect(write(codec, { ...evse, connectors: plugs })).toMatchObject({
      connectors: [{ standard: 'IEC_62196_T2' }, { standard: 'TESLA_S' }],
    })
    expect(() => write(codec, { ...evse, connectors: plugs.slice(1, 2) })).toThrow(
      'this version cannot express: acceptedServiceProviders, connectors',
    )
  })

  test('a car that names itself is another kind of token', () => {
    const reading = read(codecOf('2.3.0').token, { ...(examples['2.3.0'].token as object), type: 'EMAID' })
    if (!reading.ok) throw new Error('our own example is wrong')
    expect(write(codecOf('2.2.1').token, reading.value)).toMatchObject({ type: 'OTHER' })
    expect(lossesOf(codecOf('2.2.1').token, reading.value)).toEqual(['type'])
  })

  test.each([
    ['a taxi rank', 'evse', { parking_restrictions: ['TAXIS'] }],
    ['a new plug', 'connector', { standard: 'MCS' }],
    ['a certificate', 'token', { type: 'EMAID' }],
    ['a hub among the parties', 'credentials', { hub_party_id: 7 }],
  ] as const)('%s is refused or taken by the version that sends it', (_, name, change) => {
    const of = (version: '2.2.1' | '2.3.0') => {
      const codec = codecsOf(version).get(name)
      return codec && read(codec, { ...(examples[version][name] as object), ...change }).ok
    }
    expect([of('2.2.1'), of('2.3.0')]).toEqual(name === 'credentials' ? [true, false] : [false, true])
  })
})

function valueIn<T>(list: readonly T[], index: number): T {
  const value = list[index]
  if (value === undefined) throw new Error('our own example has too few')
  return value
}
