import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Codec, lossesOf, read, write } from '../codec/codec.ts'
import { codecOf, ocpiVersions } from '../versions.ts'
import * as arbitraries from './arbitraries.fixtures.ts'

const { profile, ...objects } = arbitraries
const runs = { numRuns: 60 }

function roundTrip<T>(codec: Codec<T>, value: T) {
  expect(lossesOf(codec, value)).toEqual([])
  // as it travels
  const json: unknown = JSON.parse(JSON.stringify(write(codec, value)))
  expect(read(codec, json)).toEqual({ ok: true, value })
}

describe.each(ocpiVersions)('any object, written in %s, is valid and read as it was', (version) => {
  const codec = codecOf(version)

  test.each(Object.keys(objects) as (keyof typeof objects)[])('%s', (name) => {
    const arbitrary = objects[name] as fc.Arbitrary<unknown>
    fc.assert(
      fc.property(arbitrary, (value) => roundTrip(codec[name] as Codec<unknown>, value)),
      runs,
    )
  })

  test('profiles', () => {
    fc.assert(
      fc.property(profile, (chargingProfile) =>
        roundTrip(codec.setChargingProfile, { chargingProfile, responseUrl: 'https://a.example/x' }),
      ),
      runs,
    )
  })

  test('commands', () => {
    fc.assert(
      fc.property(objects.token, (token) =>
        roundTrip(codec.commands.START_SESSION, {
          responseUrl: 'https://a.example/x',
          token,
          locationId: 'L-1',
          evseUid: 'E-1',
        }),
      ),
      runs,
    )
  })
})

test('prices with VAT in them are written without it in 2.2.1, and what is not exact is named', () => {
  fc.assert(
    fc.property(objects.tariff, fc.nat(500_000), (tariff, cents) => {
      const element = (priceMicro: number) => ({
        priceComponents: [{ type: 'ENERGY' as const, priceMicro, vatPpm: 200_000, stepSize: 1 }],
      })
      const exact = { ...tariff, taxIncluded: 'YES' as const, elements: [element(cents * 120)] }
      const { tariff: codec } = codecOf('2.2.1')
      expect(lossesOf(codec, exact)).toEqual([])
      expect(write(codec, exact)).toMatchObject({
        elements: [{ price_components: [{ price: cents / 10_000 }] }],
      })
      const inexact = { ...exact, elements: [element(cents * 120 + 100)] }
      expect(lossesOf(codec, inexact)).toEqual(['elements.priceComponents.priceMicro'])
      expect(read(codec, write(codec, inexact)).ok).toBe(true)
    }),
    runs,
  )
})
