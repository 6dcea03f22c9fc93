import { describe, expect, test } from 'vitest'
import { Refused } from '../neutral.ts'
import * as citrine from './citrine/mapping.ts'
import * as sap from './sap/mapping.ts'
import * as steve from './steve/mapping.ts'

describe('what CitrineOS has', () => {
  test.each([
    [{ type: 'Point', coordinates: [9.9, 53.5] }, [9.9, 53.5]],
    ['0101000020E6100000CDCCCCCCCCCC23400000000000C04A40', [9.9, 53.5]],
    ['0101000000CDCCCCCCCCCC23400000000000C04A40', [9.9, 53.5]],
    [null, [null, null]],
    ['01', [null, null]],
  ])('a point is longitude and latitude: %j', (value, point) => {
    expect(citrine.pointOf(value)).toEqual(point)
  })

  test('one price for a station comes; a tax, another currency and prices that differ are said', () => {
    const tariff = { currency: 'EUR', pricePerKwh: '0.49', pricePerMin: '0.02', pricePerSession: '1' }
    const prices = { perKwh: 49, perMinute: 2, startFee: 100 }
    expect(citrine.pricesOf([tariff, { ...tariff }], 'EUR')).toEqual({ prices, remarks: [] })
    expect(citrine.pricesOf([{ ...tariff, taxRate: '0.19' }], 'EUR').remarks).toEqual([
      { code: 'takeover.tariff_partly', value: 'taxRate' },
    ])
    expect(citrine.pricesOf([tariff], 'RUB')).toMatchObject({
      prices: null,
      remarks: [{ code: 'takeover.currency' }],
    })
    expect(citrine.pricesOf([tariff, { ...tariff, pricePerKwh: '0.5' }], 'EUR')).toMatchObject({
      prices: null,
      remarks: [{ code: 'takeover.tariff_unplaced' }],
    })
  })

  test('cards of roaming partners are nothing of ours', () => {
    expect(
      citrine.tagOf({ id: 1, idToken: 'A', status: 'Accepted', tenantPartnerId: 3 }, undefined),
    ).toBeNull()
    expect(citrine.tagOf({ id: 1, idToken: 'A', status: 'Blocked' }, { idToken: 'G' })).toMatchObject({
      token: 'A',
      group: 'G',
      blocked: true,
    })
  })
})

describe('what SAP e-Mobility has', () => {
  const definition = {
    name: 'Blue',
    dimensions: {
      energy: { active: true, price: 0.4 },
      chargingTime: { active: true, price: 6 },
      flatFee: { active: false, price: 1 },
    },
  }
  test('active prices come, by minute instead of by hour', () => {
    expect(sap.pricesOf([definition])).toEqual({
      prices: { perKwh: 40, perMinute: 10, startFee: 0 },
      remarks: [],
    })
  })

  test('prices that hold in some cases only do not come; a step and the time of parking are said', () => {
    expect(sap.pricesOf([{ ...definition, restrictions: { minEnergyKWh: 20 } }]).prices).toBeNull()
    expect(sap.pricesOf([definition, definition]).remarks).toEqual([
      { code: 'takeover.tariff_unplaced', value: 'Blue' },
    ])
    const dimensions = {
      energy: { active: true, price: 1, stepSize: 500 },
      parkingTime: { active: true, price: 3 },
    }
    expect(sap.pricesOf([{ dimensions }]).remarks).toEqual([
      { code: 'takeover.tariff_partly', value: 'parkingTime, energy' },
    ])
  })
})

describe('what SteVe has', () => {
  const evse = { charge_box_id: 'A', number: 2 }
  const start = { transaction_pk: 7, id_tag: 'X', start_timestamp: '2026-01-01 10:00:00', start_value: '100' }
  const stop = { stop_timestamp: '2026-01-01 11:00:00', stop_value: '600.4' }
  test('a transaction is a session at its connector', () => {
    expect(steve.sessionOf(start, stop, evse)).toMatchObject({
      station: 'A',
      connector: { ordinal: 2 },
      energyWh: 500,
    })
  })

  test.each([
    [undefined, evse, 'takeover.session_runs'],
    [stop, undefined, 'takeover.station_unknown'],
    [{ ...stop, stop_timestamp: '2026-01-01 09:00:00' }, evse, 'takeover.session_times'],
    [{ ...stop, stop_value: '99' }, evse, 'takeover.session_energy'],
    [{ ...stop, stop_value: 'much' }, evse, 'takeover.session_energy'],
  ])('a transaction that is none: %j', (end, at, code) => {
    const refused = steve.sessionOf(start, end, at)
    expect(refused).toBeInstanceOf(Refused)
    expect(refused).toMatchObject({ code })
  })

  test('a password in clear is taken as it is', () => {
    const { record } = steve.stationOf({ charge_box_id: 'A', auth_password: 'in clear' }, undefined, [
      { number: 1, plugs: [] },
    ])
    expect(record).toMatchObject({ password: { plain: 'in clear' }, location: { name: 'A' } })
  })
})
