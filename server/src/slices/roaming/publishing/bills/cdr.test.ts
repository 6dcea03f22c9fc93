import { type Cdr, codecOf, ocpiVersions, read, write } from '@stationmaster/ocpi'
import { describe, expect, test } from 'vitest'
import { type Bill, cdrOf, creditOf, priceOf } from './cdr.ts'
import { chargingPeriods, parkingPeriods } from './periods.ts'

const startedAt = new Date('2026-03-10T10:00:00Z')
const endedAt = new Date('2026-03-10T11:30:00Z')

const bill: Bill = {
  countryCode: 'DE',
  partyId: 'STR',
  id: '4711',
  sessionId: '4711',
  token: { countryCode: 'NL', partyId: 'XYZ', uid: '04AB', type: 'RFID', contractId: 'NL-XYZ-C1' },
  authMethod: 'AUTH_REQUEST',
  authorizationReference: 'A-1',
  location: {
    id: '1',
    address: 'Marktplatz 1',
    city: 'Musterstadt',
    country: 'DEU',
    coordinates: { latitude: '52.52000', longitude: '13.40000' },
    evseUid: 'E-1',
    evseId: 'DE*STR*E1',
    connectorId: '1',
    connectorStandard: 'IEC_62196_T2',
    connectorFormat: 'SOCKET',
    connectorPowerType: 'AC_3_PHASE',
  },
  currency: 'EUR',
  tariffs: [],
  periods: [
    {
      startDateTime: startedAt,
      dimensions: [
        { type: 'ENERGY', amount: 8000 },
        { type: 'TIME', amount: 2400 },
      ],
    },
    {
      startDateTime: new Date('2026-03-10T10:40:00Z'),
      dimensions: [
        { type: 'ENERGY', amount: 4345 },
        { type: 'TIME', amount: 1200 },
      ],
    },
    { startDateTime: new Date('2026-03-10T11:00:00Z'), dimensions: [{ type: 'PARKING_TIME', amount: 1800 }] },
  ],
  startedAt,
  endedAt,
  sold: { energy: 605, time: 120, start: 50, parking: 300, reservation: 0, total: 1075 },
  vatBp: 1900,
  madeAt: endedAt,
}

describe('a bill', () => {
  test('has the sums of its periods and the amounts of the order, each with its VAT', () => {
    expect(cdrOf(bill)).toMatchObject({
      totalEnergyWh: 12_345,
      totalTimeSeconds: 5400,
      totalParkingTimeSeconds: 1800,
      totalCost: {
        beforeTaxesMicro: 9_030_000,
        taxes: [{ name: 'VAT', ratePpm: 190_000, amountMicro: 1_720_000 }],
      },
      totalEnergyCost: { beforeTaxesMicro: 5_080_000, taxes: [{ amountMicro: 970_000 }] },
      totalParkingCost: { beforeTaxesMicro: 2_520_000, taxes: [{ amountMicro: 480_000 }] },
      authorizationReference: 'A-1',
    })
    expect(cdrOf(bill)).not.toHaveProperty('totalReservationCost')
    expect(cdrOf({ ...bill, sold: { ...bill.sold, reservation: 119 } }).totalReservationCost).toMatchObject({
      beforeTaxesMicro: 1_000_000,
    })
  })

  test('without VAT has no taxes', () => {
    expect(priceOf(1075, null)).toEqual({ beforeTaxesMicro: 10_750_000, taxes: [] })
    expect(priceOf(1075, 0)).toEqual({
      beforeTaxesMicro: 10_750_000,
      taxes: [{ name: 'VAT', ratePpm: 0, amountMicro: 0 }],
    })
  })

  test.each(ocpiVersions)('is valid in %s, and so is what takes it back', (version) => {
    const { cdr: codec } = codecOf(version)
    const cdr = cdrOf(bill)
    for (const one of [cdr, creditOf(cdr, new Date('2026-04-01T00:00:00Z'))])
      expect(read(codec, JSON.parse(JSON.stringify(write(codec, one))))).toMatchObject({ ok: true })
  })

  test('is taken back whole: only its total is negative', () => {
    const cdr = cdrOf(bill)
    const madeAt = new Date('2026-04-01T00:00:00Z')
    const credit = creditOf(cdr, madeAt)
    expect(credit).toEqual({
      ...cdr,
      id: '4711-C',
      credit: true,
      creditReferenceId: '4711',
      totalCost: {
        beforeTaxesMicro: -9_030_000,
        taxes: [{ name: 'VAT', ratePpm: 190_000, amountMicro: -1_720_000 }],
      },
      lastUpdated: madeAt,
    })
    expect(write(codecOf('2.2.1').cdr, credit)).toMatchObject({
      total_cost: { excl_vat: -9.03, incl_vat: -10.75 },
    })
  })

  test('that costs nothing is taken back without a minus', () => {
    const free = cdrOf({
      ...bill,
      sold: { energy: 0, time: 0, start: 0, parking: 0, reservation: 0, total: 0 },
    })
    expect(Object.is(creditOf(free, endedAt).totalCost.beforeTaxesMicro, 0)).toBe(true)
  })
})

describe('the periods of a bill', () => {
  const amounts = (periods: Cdr['chargingPeriods']) =>
    periods.map(({ startDateTime, dimensions }) => [
      startDateTime.toISOString().slice(11, 19),
      ...dimensions.map(({ amount }) => amount),
    ])
  const component = { dimension: 'energy' as const, priceMicro: 1000 }
  const charge = {
    series: [
      { at: new Date('2026-03-10T10:30:00Z'), energyWh: 4000 },
      { at: new Date('2026-03-10T11:00:00Z'), energyWh: 6000 },
    ],
    period: { startedAt, endedAt: new Date('2026-03-10T11:00:00Z') },
    elements: [{ components: [component] }],
    timeZone: 'Europe/Berlin',
  }

  test('without conditions there is one', () => {
    expect(amounts(chargingPeriods(charge, 'T'))).toEqual([['10:00:00', 6000, 3600]])
  })

  test('another price is another period', () => {
    const elements = [
      { components: [component], restrictions: { maxWh: 2000 } },
      { components: [component], restrictions: { startTime: '11:45' } },
    ]
    expect(amounts(chargingPeriods({ ...charge, elements }, 'T'))).toEqual([
      ['10:00:00', 2000, 900],
      ['10:15:00', 3000, 1800],
      ['10:45:00', 1000, 900],
    ])
  })

  test('a session in which nothing happened has one all the same', () => {
    const nothing = { ...charge, series: [], period: { startedAt, endedAt: startedAt } }
    expect(amounts(chargingPeriods(nothing, 'T'))).toEqual([['10:00:00', 0]])
  })

  test('power is the least and the most of a period', () => {
    const powers = [7000, 3000, 11_000, 22_000].map((powerW, index) => ({
      at: new Date(startedAt.getTime() + index * 900_000),
      energyWh: index * 1000,
      powerW,
    }))
    const elements = [
      { components: [component], restrictions: { minPowerW: 22_000 } },
      { components: [component] },
    ]
    expect(amounts(chargingPeriods({ ...charge, series: powers, elements }, 'T'))).toEqual([
      ['10:00:00', 3000, 2700, 3000, 11_000],
      ['10:45:00', 0, 900, 22_000, 22_000],
    ])
  })

  test('parking is divided by the hours for nothing, and each second that has begun counts', () => {
    const terms = {
      graceSeconds: 0,
      blockSeconds: 60,
      blockMinor: 100,
      capMinor: null,
      night: { from: 0, to: 60 },
    }
    const stay = {
      from: new Date('2026-03-10T22:30:00Z'),
      to: new Date('2026-03-11T00:10:00.400Z'),
      terms,
    }
    // 23:30 to 01:10 by the clocks of Berlin
    expect(amounts(parkingPeriods(stay, 'Europe/Berlin', 'T'))).toEqual([
      ['22:30:00', 1800],
      ['23:00:00', 3600],
      ['00:00:00', 601],
    ])
    const late = { ...stay, from: new Date('2026-03-10T23:30:00.500Z') }
    expect(amounts(parkingPeriods(late, 'Europe/Berlin', 'T'))).toEqual([
      ['23:30:00', 1800],
      ['00:00:00', 601],
    ])
    expect(amounts(parkingPeriods({ ...stay, to: stay.from }, 'Europe/Berlin', 'T'))).toEqual([])
  })
})
