import { describe, expect, test } from 'vitest'
import { someCdr, someConnector, someEvse, someLocation, someTariff } from '../stories/objects-for-tests.ts'
import { cdr } from './cdrs.ts'
import { location } from './locations.ts'
import { tariff } from './tariffs.ts'
import { token } from './tokens.ts'
import { atLeast, ciString, dateTime, integerFrom, openList, string, url } from './types.ts'

describe('single values', () => {
  test.each([
    ['2015-06-29T20:39:09Z', true],
    ['2015-06-29T20:39:09', true],
    ['2016-12-29T17:45:09.2Z', true],
    ['2018-01-01T01:08:01.123', true],
    ['2018-01-01T01:08:01+00:00', false],
    ['2018-01-01 01:08:01Z', false],
    ['2018-02-29T01:08:01Z', false],
    ['2020-02-29T01:08:01Z', true],
    ['2018-01-01T25:08:01Z', false],
    [1514768881, false],
  ])('%s as a DateTime: %s', (value, isRight) => {
    expect(dateTime(value)).toHaveLength(isRight ? 0 : 1)
  })

  test('texts have a length, and no character that cannot be printed', () => {
    expect(string(3)('äöü')).toEqual([])
    expect(string(3)('abcd')).toEqual(['is longer than 3'])
    expect(string(9)('a\tb')).toHaveLength(1)
    expect(ciString(3)('abc')).toEqual([])
    expect(ciString(3)('')).toHaveLength(1)
    expect(ciString(3)('äöü')).toHaveLength(1)
    expect(url(`https://a.example/${'x'.repeat(237)}`)).toEqual([])
    expect(url(`https://a.example/${'x'.repeat(238)}`)).toHaveLength(1)
    expect(url('ftp://a.example/')).toHaveLength(1)
  })

  test('numbers have a least', () => {
    expect(atLeast(0)(0)).toEqual([])
    expect(atLeast(0)(-0.0001)).toHaveLength(1)
    expect(atLeast(0)('1')).toHaveLength(1)
    expect([0, 1, 7, 8, 1.5].map((value) => integerFrom(1, 7)(value).length)).toEqual([1, 0, 0, 1, 1])
  })

  test('2.3.0 leaves lists of names open that 2.2.1 closes', () => {
    expect(openList('2.2.1', 'MALL')('BEACH')).toHaveLength(1)
    expect(openList('2.3.0', 'MALL')('BEACH')).toEqual([])
    expect(openList('2.3.0', 'MALL')('')).toHaveLength(1)
  })
})

describe('objects', () => {
  const broken = (change: object) => location('2.2.1')({ ...someLocation(), ...change })

  test('a line for each thing that is wrong, with its place', () => {
    const evse = { ...someEvse(), status: 'BROKEN', connectors: [{ ...someConnector(), max_voltage: 230.5 }] }
    expect(broken({ publish: 'yes', evses: [someEvse('E0'), evse] })).toEqual([
      '.publish is not a boolean',
      '.evses[1].status is none of AVAILABLE, BLOCKED, CHARGING, INOPERATIVE, OUTOFORDER, PLANNED, REMOVED, RESERVED, UNKNOWN',
      '.evses[1].connectors[0].max_voltage is not a whole number from 0',
    ])
    expect(location('2.2.1')(null)).toEqual(['is not an object'])
  })

  test('properties that the standard does not name are left alone, and optional ones may be null', () => {
    expect(broken({ something: 1, name: null, evses: null })).toEqual([])
    expect(broken({ address: null })).toEqual(['.address is missing'])
    expect(broken({ evses: [{ ...someEvse(), connectors: [] }] })).toEqual(['.evses[0].connectors is empty'])
  })

  test('coordinates have five to seven decimals', () => {
    const at = (latitude: string) => broken({ coordinates: { latitude, longitude: '30.33510' } }).length
    expect(['59.9342', '59.93428', '59.9342801', '59.93428011', '159.93428'].map(at)).toEqual([1, 0, 0, 1, 1])
  })

  test('hours are around the clock or regular, not both', () => {
    const monday = { weekday: 1, period_begin: '08:00', period_end: '20:00' }
    expect(broken({ opening_times: { twentyfourseven: false, regular_hours: [monday] } })).toEqual([])
    expect(broken({ opening_times: { twentyfourseven: true, regular_hours: [monday] } })).toHaveLength(1)
    const late = { ...monday, period_end: '24:00' }
    expect(broken({ opening_times: { twentyfourseven: false, regular_hours: [late] } })).toHaveLength(1)
  })

  test('a location is as new as the newest of its parts', () => {
    expect(broken({ last_updated: '2026-11-01T11:59:59Z' })).toEqual([
      '.last_updated is older than that of an EVSE or connector',
    ])
  })

  test('an EVSE of 2.3.0 stands at a parking place that its location has', () => {
    const place = { id: 'P1', vehicle_types: ['VAN'], restricted_to_type: false, reservation_required: false }
    const evses = [{ ...someEvse(), parking: [{ parking_id: 'P1' }] }]
    const of = (parking_places: unknown[]) => location('2.3.0')({ ...someLocation(), evses, parking_places })
    expect(of([place])).toEqual([])
    expect(of([])).toEqual(['.evses stand at P1, which is none of parking_places'])
  })

  test('a tariff says in 2.3.0 whether taxes are in its prices', () => {
    expect(tariff('2.2.1')(someTariff('2.2.1'))).toEqual([])
    expect(tariff('2.3.0')(someTariff('2.2.1'))).toEqual(['.tax_included is missing'])
    const limits = { ...someTariff('2.3.0'), min_price: { excl_vat: 1 } }
    expect(tariff('2.3.0')(limits)).toEqual(['.min_price.before_taxes is missing'])
    expect(tariff('2.2.1')({ ...someTariff('2.2.1'), min_price: { excl_vat: 1 } })).toEqual([])
  })

  test('the periods of a CDR lie within it, in order, by tariffs that it has', () => {
    const whole = someCdr('2.2.1')
    const period = (at: string, tariffId = 'T1') => ({
      start_date_time: `2026-11-01T${at}:00Z`,
      dimensions: [{ type: 'ENERGY', volume: 1 }],
      tariff_id: tariffId,
    })
    const of = (...charging_periods: unknown[]) => cdr('2.2.1')({ ...whole, charging_periods })
    expect(of(period('11:00'), period('11:30'), period('12:00'))).toEqual([])
    expect(of(period('11:30'), period('11:00'))).toEqual(['.charging_periods are out of order'])
    expect(of(period('10:59'))).toEqual(['.charging_periods begin outside of the session'])
    expect(of(period('12:01'))).toEqual(['.charging_periods begin outside of the session'])
    expect(of(period('11:00', 'T2'))).toHaveLength(1)
    const soc = { ...period('11:00'), dimensions: [{ type: 'STATE_OF_CHARGE', volume: 80 }] }
    expect(of(soc)).toHaveLength(1)
    expect(cdr('2.2.1')({ ...whole, end_date_time: '2026-11-01T10:59:59Z' })).toEqual([
      '.end_date_time is before start_date_time',
      '.charging_periods begin outside of the session',
    ])
    expect(cdr('2.2.1')({ ...whole, credit_reference_id: 'C0' })).toHaveLength(1)
  })

  test('a token has a type that its version knows', () => {
    const some = {
      country_code: 'DE',
      party_id: 'EMP',
      uid: 'X',
      type: 'EMAID',
      contract_id: 'C',
      issuer: 'I',
      valid: true,
      whitelist: 'NEVER',
      last_updated: '2026-11-01T12:00:00Z',
    }
    expect(token('2.3.0')(some)).toEqual([])
    expect(token('2.2.1')(some)).toHaveLength(1)
  })
})
