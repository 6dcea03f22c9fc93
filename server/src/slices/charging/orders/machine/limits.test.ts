import { describe, expect, test } from 'vitest'
import type { PriceComponent, TariffElement } from '../../../places/tariffs/elements.ts'
import { stationLimit } from './limits.ts'
import type { Terms } from './settlement.ts'

const none = {
  limitAmountMinor: null,
  limitWh: null,
  limitSeconds: null,
  limitPercents: null,
  discountPercent: 0,
  pricePercent: 0,
  fleetContractId: null,
  tagGroup: null,
}
const price = (dimension: PriceComponent['dimension'], minor: number): PriceComponent => ({
  dimension,
  priceMicro: minor * 1000,
})
const element = (...components: PriceComponent[]): TariffElement => ({ components })

function limitOf(
  order: Partial<Parameters<typeof stationLimit>[0]>,
  elements: TariffElement[],
  more: Partial<Terms> = {},
) {
  const version = { id: 1, elements, discountPercent: 0 }
  const terms: Terms = {
    maxPowerW: 22_000,
    timeZone: 'Europe/Berlin',
    networkTimeZone: 'Europe/Berlin',
    monetized: true,
    version,
    ...more,
  }
  return stationLimit({ ...none, ...order }, { termsOf: () => terms }).limit
}
const limited = { limitAmountMinor: 1000, limitWh: 5000, limitSeconds: 600, limitPercents: 80 }
const perKwh = element(price('energy', 50))

describe('the limits of an order for its station', () => {
  test('are none where it has none, and its tariff is not looked up', () => {
    expect(
      stationLimit(none, {
        termsOf: () => {
          throw new Error('not needed')
        },
      }),
    ).toEqual({})
  })

  test('are its own', () => {
    expect(limitOf({ ...limited, limitAmountMinor: null }, [perKwh])).toEqual({
      energyWh: 5000,
      seconds: 600,
      soc: 80,
    })
  })

  test.each([
    [1000, [perKwh], { energyWh: 20_000 }],
    [1049, [perKwh], { energyWh: 20_980 }],
    [1000, [element(price('time', 10))], { seconds: 6000 }],
    [1000, [element(price('energy', 50), price('time', 10))], { energyWh: 20_000, seconds: 6000 }],
    [1000, [element(price('energy', 50), price('flat', 500))], { energyWh: 10_000 }],
    [500, [element(price('energy', 50), price('flat', 500))], {}],
    [501, [element(price('energy', 50), price('flat', 500))], { energyWh: 20 }],
    // another price at another hour: what an amount pays for cannot be said beforehand
    [1000, [{ ...perKwh, restrictions: { startTime: '08:00' } }, element(price('energy', 20))], {}],
  ] as [
    number,
    TariffElement[],
    object,
  ][])('say what %d kopecks pay for (%#)', (limitAmountMinor, elements, reckoned) => {
    expect(limitOf({ limitAmountMinor }, elements)).toEqual({ costMinor: limitAmountMinor, ...reckoned })
  })

  test('are the lesser of what is given and what the amount pays for', () => {
    const order = { limitAmountMinor: 1000, limitWh: 19_999 }
    expect(limitOf(order, [perKwh])).toMatchObject({ energyWh: 19_999 })
    expect(limitOf({ ...order, limitWh: 20_001 }, [perKwh])).toMatchObject({ energyWh: 20_000 })
  })

  test.each([
    { discountPercent: 5 },
    { pricePercent: -5 },
    { fleetContractId: 1 },
    { tagGroup: 'STAFF' },
  ])('are not an amount where the price is not that of everybody, and energy stands for it (%o)', (personal) => {
    const order = { limitAmountMinor: 1000, ...personal }
    expect(limitOf(order, [perKwh])).toEqual({ energyWh: 20_000 })
    const byHour = [{ ...perKwh, restrictions: { startTime: '08:00' } }, element(price('energy', 20))]
    expect(limitOf(order, byHour)).toEqual({ costMinor: 1000 })
  })

  test('know the discount, and nothing of the price where the session costs nothing or its price has a bound', () => {
    const version = { id: 1, elements: [perKwh], discountPercent: 50 }
    const amount = { limitAmountMinor: 1000 }
    expect(limitOf(amount, [], { version })).toEqual({ costMinor: 1000, energyWh: 40_000 })
    expect(limitOf(amount, [], { version: { ...version, discountPercent: 100 } })).toEqual({
      costMinor: 1000,
    })
    expect(limitOf(amount, [], { version: { ...version, maxPriceMinor: 1000 } })).toEqual({ costMinor: 1000 })
    expect(limitOf(amount, [], { version: { ...version, maxPriceMinor: 1001 } })).toMatchObject({
      energyWh: 40_000,
    })
    expect(limitOf(amount, [perKwh], { monetized: false })).toEqual({ costMinor: 1000 })
    expect(limitOf(amount, [], { version: null })).toEqual({ costMinor: 1000 })
  })
})
