import { describe, expect, test } from 'vitest'
import { KnownTariffs } from './known-tariffs.ts'
import { reckon, refusalOf } from './reckoner.ts'
import { RunningCost } from './running-cost.ts'

const zone = 'Europe/Moscow'
const noon = Date.parse('2026-03-02T09:00:00Z')
const minutes = (count: number) => noon + count * 60_000
const perKwh = (priceKwh: number, conditions?: object) => ({
  priceKwh,
  ...(conditions ? { conditions } : {}),
})
const tariff = (more: object) => ({ tariffId: 'T', currency: 'RUB', ...more })

describe('what a session costs', () => {
  const costs = (of: object, curve: [minute: number, wh: number][]) =>
    reckon(
      [{ fromMs: noon, tariff: { ...of } }],
      curve.map(([minute, wh]) => ({ ms: minutes(minute), wh })),
      zone,
    )

  test('is energy, minutes and a fee, each rounded half up once', () => {
    const perMinute = { prices: [{ priceMinute: 0.1 }] }
    const all = tariff({
      energy: { prices: [perKwh(17.01)] },
      chargingTime: perMinute,
      idleTime: perMinute,
      fixedFee: { prices: [{ priceFixed: 5 }] },
    })
    // 17.01 for 500 Wh are 8.505, and 10.05 minutes 1.005
    expect(
      costs(all, [
        [0, 0],
        [10.05, 500],
      ]),
    ).toEqual({ totalMinor: 851 + 101 + 500, energyWh: 500, seconds: 603 })
  })

  test('changes with the hour of the station’s clock, and with the energy', () => {
    const byHour = tariff({ energy: { prices: [perKwh(20, { startTimeOfDay: '12:30' }), perKwh(10)] } })
    expect(
      costs(byHour, [
        [0, 0],
        [60, 2000],
      ]).totalMinor,
    ).toBe(1000 + 2000)
    const byEnergy = tariff({ energy: { prices: [perKwh(20, { minEnergy: 1500 }), perKwh(10)] } })
    expect(
      costs(byEnergy, [
        [0, 0],
        [60, 2000],
      ]).totalMinor,
    ).toBe(1500 + 1000)
  })

  test('stays between the bounds', () => {
    const bounded = tariff({
      energy: { prices: [perKwh(10)] },
      minCost: { exclTax: 4, inclTax: 5 },
      maxCost: { exclTax: 8 },
    })
    expect(
      costs(bounded, [
        [0, 0],
        [1, 100],
      ]).totalMinor,
    ).toBe(500)
    expect(
      costs(bounded, [
        [0, 0],
        [1, 5000],
      ]).totalMinor,
    ).toBe(800)
  })
})

test('a station refuses what it could not reckon', () => {
  expect(refusalOf(tariff({ energy: { prices: [perKwh(1, { minTime: 60 })] } }))).toBeNull()
  expect(refusalOf(tariff({ energy: { prices: [perKwh(1, { minPower: 60 })] } }))).toBe(
    'ConditionNotSupported',
  )
  expect(refusalOf(tariff({ energy: { prices: [perKwh(1)], taxRates: [{ type: 'VAT', tax: 19 }] } }))).toBe(
    'Rejected',
  )
  expect(refusalOf(tariff({ chargingTime: { prices: [{ priceMinute: 1 }] } }))).toBe('Rejected')
})

test('another tariff counts from its moment on, and what is left follows it', () => {
  const cost = new RunningCost(tariff({ energy: { prices: [perKwh(10)] } }), noon, zone)
  cost.note(minutes(1), 1000)
  expect(cost.leftWh(minutes(1), 3000)).toBe(2000)
  cost.change(tariff({ tariffId: 'U', energy: { prices: [perKwh(40)] } }), minutes(1), 1000)
  expect(cost.leftWh(minutes(1), 3000)).toBe(500)
  expect(cost.at(minutes(2), 1500)).toMatchObject({ totalMinor: 3000, tariffId: 'U', currency: 'RUB' })
})

test('a tariff for later replaces the one before it at its time', () => {
  const known = new KnownTariffs()
  known.put(1, { tariffId: 'NOW' }, noon)
  known.put(1, { tariffId: 'LATER', validFrom: new Date(minutes(5)).toISOString() }, noon)
  known.put(1, { tariffId: 'NOW2' }, minutes(1))
  expect(known.all(minutes(2)).map((one) => one.tariff.tariffId)).toEqual(['NOW2', 'LATER'])
  expect(known.current(1, minutes(4))).toMatchObject({ tariffId: 'NOW2' })
  expect(known.current(1, minutes(5))).toMatchObject({ tariffId: 'LATER' })
  expect(known.has('NOW2', minutes(5))).toBe(false)
  expect(known.remove({ evse: 2 }, minutes(5))).toEqual([])
  expect(known.remove({ ids: ['LATER', 'GONE'] }, minutes(5))).toEqual(['LATER'])
  expect(known.current(1, minutes(5))).toBeNull()
})
