import { describe, expect, test } from 'vitest'
import { type Codec, lossesOf, read, write } from './codec.ts'
import { hours, micro, ppm, tenths, thousandths, whole } from './numbers.ts'
import { listOf, named, noList, notHere, objectOf, optional, partOf, someOf } from './objects.ts'
import { ciString, dateTime, dayOfYear, oneOf, openEnum, sameCi, text, timeOfDay, url } from './texts.ts'

const valueIn = <T>(codec: Codec<T>, json: unknown): T | 'refused' => {
  const reading = read(codec, json)
  return reading.ok ? reading.value : 'refused'
}

describe('times', () => {
  test.each([
    ['2015-06-29T20:39:09Z', '2015-06-29T20:39:09.000Z'],
    ['2015-06-29T20:39:09', '2015-06-29T20:39:09.000Z'],
    ['2016-12-29T17:45:09.2Z', '2016-12-29T17:45:09.200Z'],
    ['2018-01-01T01:08:01.123', '2018-01-01T01:08:01.123Z'],
    ['2018-01-01T01:08:01.12345', '2018-01-01T01:08:01.123Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('%s is read', (json, iso) => {
    expect(valueIn(dateTime, json)).toEqual(new Date(iso))
  })

  test.each([
    '2015-06-29T20:39:09+00:00',
    '2015-06-29T20:39:09+02:00',
    '2015-06-29 20:39:09Z',
    '2015-06-29',
    '2027-02-29T00:00:00Z',
    '2015-13-01T00:00:00Z',
    '2015-06-29T24:30:00Z',
    '2015-06-29T20:39:09.1234567Z',
    '',
  ])('%s is refused', (json) => {
    expect(valueIn(dateTime, json)).toBe('refused')
  })

  test('whole seconds are written without a fraction', () => {
    expect(write(dateTime, new Date('2026-03-10T10:00:00Z'))).toBe('2026-03-10T10:00:00Z')
    expect(write(dateTime, new Date('2026-03-10T10:00:00.25Z'))).toBe('2026-03-10T10:00:00.250Z')
  })

  test('times of day and days', () => {
    expect(['00:00', '23:59', '24:00', '9:00', '09:60'].map((one) => valueIn(timeOfDay, one))).toEqual([
      '00:00',
      '23:59',
      'refused',
      'refused',
      'refused',
    ])
    expect(valueIn(dayOfYear, '2026-12-31')).toBe('2026-12-31')
    expect(valueIn(dayOfYear, '2026-12-32')).toBe('refused')
  })
})

describe('texts', () => {
  test('one that is too long is cut when it is written, and named', () => {
    expect(write(text(5), 'abcde')).toBe('abcde')
    expect(write(text(5), 'abcdef')).toBe('abcd…')
    expect(lossesOf(text(5), 'abcde')).toEqual([])
    expect(lossesOf(text(5), 'abcdef')).toEqual([''])
    // a pair is one character, and half of it none
    expect(write(text(3), 'a🔌🔌')).toBe('a…')
  })

  test('lines become one', () => {
    expect(write(text(50), 'behind\r\n the gate\tleft ')).toBe('behind the gate left')
    expect(valueIn(text(50), 'behind\nthe gate')).toBe('refused')
  })

  test('an identifier is never cut', () => {
    expect(() => write(ciString(3), 'abcd')).toThrow('this version cannot express')
    expect(() => write(ciString(3), 'ä')).toThrow('this version cannot express')
    expect(valueIn(ciString(3), 'aBc')).toBe('aBc')
    expect(valueIn(ciString(3), '')).toBe('refused')
    expect(valueIn(ciString(3), 'ü')).toBe('refused')
    expect([sameCi('De*ABC', 'dE*abc'), sameCi('DE', 'DK')]).toEqual([true, false])
  })

  test.each([
    ['https://a.example/x?y=1', true],
    ['http://10.0.0.1:8080/x', true],
    ['ftp://a.example/x', false],
    ['javascript:alert(1)', false],
    ['https://', false],
    [`https://a.example/${'x'.repeat(237)}`, true],
    [`https://a.example/${'x'.repeat(238)}`, false],
  ])('address %s', (json, isValid) => {
    expect(valueIn(url, json)).toBe(isValid ? json : 'refused')
  })

  test('lists that are closed and lists that are not', () => {
    const closed = oneOf<string>(['A', 'B'], { C: 'B' })
    expect(['A', 'B', 'C', 'a'].map((one) => valueIn(closed, one))).toEqual(['A', 'B', 'refused', 'refused'])
    expect(['A', 'C'].map((one) => write(closed, one))).toEqual(['A', 'B'])
    expect(['A', 'C'].map((one) => lossesOf(closed, one).length)).toEqual([0, 1])
    expect(() => write(closed, 'toString')).toThrow('cannot express')
    expect(valueIn(openEnum, 'ANYTHING')).toBe('ANYTHING')
    expect(valueIn(openEnum, '')).toBe('refused')
  })
})

describe('numbers', () => {
  test.each([
    [micro, 0.1234, 123_400],
    [micro, 14.1667, 14_166_700],
    [ppm, 19, 190_000],
    [ppm, 5.5, 55_000],
    [thousandths, 12.345, 12_345],
    [thousandths, -3, -3000],
    [tenths, 16.5, 165],
    [hours, 0.5, 1800],
  ])('%#: %d', (codec, json, value) => {
    expect(valueIn(codec, json)).toBe(value)
    expect(write(codec, value)).toBe(json)
    expect(lossesOf(codec, value)).toEqual([])
  })

  test('what has more than four decimals is rounded and named', () => {
    expect(write(micro, 14_166_667)).toBe(14.1667)
    expect(lossesOf(micro, 14_166_667)).toEqual([''])
    expect(lossesOf(micro, 14_166_600)).toEqual([])
    expect(lossesOf(micro, 17_000_000 / 1.2)).toEqual([''])
  })

  test('a duration of whole seconds comes back as it was', () => {
    for (const seconds of [0, 1, 59, 3599, 3601, 86_399, 1_000_001])
      expect(valueIn(hours, write(hours, seconds))).toBe(seconds)
  })

  test('numbers are numbers', () => {
    for (const json of ['1', null, undefined, true]) expect(valueIn(micro, json)).toBe('refused')
    expect([0, 1, 7, 8, 1.5].map((one) => valueIn(whole(1, 7), one))).toEqual([
      'refused',
      1,
      7,
      'refused',
      'refused',
    ])
    expect(lossesOf(whole(1, 7), 8)).toEqual([''])
  })
})

interface Thing {
  theId: string
  powerW?: number
  kinds: string[]
  places: string[]
  phone?: string
  lastUpdated: Date
}

describe('objects', () => {
  const kind = oneOf<string>(['A', 'B'])
  const rich = objectOf<Thing>({
    theId: ciString(5),
    powerW: optional(thousandths, 'power'),
    kinds: someOf(kind),
    places: listOf(text(10)),
    phone: optional(text(10)),
    lastUpdated: named('changed', dateTime),
  })
  const poor = objectOf<Thing>({
    theId: ciString(5),
    powerW: notHere,
    kinds: someOf(kind),
    places: noList,
    phone: notHere,
    lastUpdated: dateTime,
  })
  const lastUpdated = new Date(0)
  const thing: Thing = { theId: 'x', powerW: 1500, kinds: ['A'], places: ['p'], phone: '1', lastUpdated }

  test('fields have names of their own, or the model’s with underscores', () => {
    const json = {
      the_id: 'x',
      power: 1.5,
      kinds: ['A'],
      places: ['p'],
      phone: '1',
      changed: '1970-01-01T00:00:00Z',
    }
    expect(write(rich, thing)).toEqual(json)
    expect(valueIn(rich, json)).toEqual(thing)
  })

  test('null and nothing are the same', () => {
    const json = { the_id: 'x', kinds: ['A'], changed: '1970-01-01T00:00:00Z' }
    const value = { theId: 'x', kinds: ['A'], places: [], lastUpdated }
    expect(valueIn(rich, json)).toEqual(value)
    expect(valueIn(rich, { ...json, power: null, places: null, phone: null })).toEqual(value)
    expect(valueIn(rich, { ...json, kinds: null })).toBe('refused')
  })

  test('what a version lacks is left out and named, but not where there is nothing', () => {
    expect(write(poor, thing)).toEqual({ the_id: 'x', kinds: ['A'], last_updated: '1970-01-01T00:00:00Z' })
    expect(lossesOf(poor, thing)).toEqual(['phone', 'places', 'powerW'])
    expect(lossesOf(poor, { theId: 'x', kinds: ['A'], places: [], lastUpdated })).toEqual([])
    expect(valueIn(poor, write(poor, thing))).toEqual({ theId: 'x', kinds: ['A'], places: [], lastUpdated })
  })

  test('an object without what it must have cannot be written', () => {
    expect(write(rich, { ...thing, kinds: ['A', 'Z'] })).toMatchObject({ kinds: ['A'] })
    expect(() => write(rich, { ...thing, kinds: ['Z'] })).toThrow('this version cannot express: kinds')
  })

  test('what is wrong is named by the JSON’s path', () => {
    expect(read(listOf(rich), [{ the_id: 'toolong', kinds: ['A', 'Z'], changed: 'x' }])).toMatchObject({
      ok: false,
      faults: [{ path: '0.the_id' }, { path: '0.kinds.1' }, { path: '0.changed' }],
    })
  })

  test('a part has what was sent, and when it was changed', () => {
    const part = partOf(poor)
    const changed = { last_updated: '1970-01-01T00:00:00Z' }
    expect(valueIn(part, { ...changed, the_id: 'y', unknown: 1 })).toEqual({ theId: 'y', lastUpdated })
    expect(read(part, { the_id: 'y' })).toEqual({
      ok: false,
      faults: [{ path: 'last_updated', message: 'is missing' }],
    })
    expect(valueIn(part, { ...changed, the_id: null })).toBe('refused')
    expect(read(part, { ...changed, kinds: [1] })).toMatchObject({ ok: false, faults: [{ path: 'kinds.0' }] })
    const ofRich = partOf(objectOf<Thing>({ ...rich.fields, lastUpdated: dateTime }))
    expect(valueIn(ofRich, { ...changed, phone: null, places: null })).toEqual({
      phone: undefined,
      places: [],
      lastUpdated,
    })
    expect(write(ofRich, { powerW: 2000, lastUpdated })).toEqual({ power: 2, ...changed })
  })
})
