import { describe, expect, test } from 'vitest'
import type { CardRow, NamedDriver } from '../../../charging/drivers/card-rows-store.ts'
import { CardGatherer, driverNamesOf, type PresentCards, planCards, readHeader } from './plan.ts'

const gathered = (header: string, ...lines: string[]) => {
  const gatherer = new CardGatherer(header.split(','))
  for (const [nth, line] of lines.entries()) gatherer.add({ line: nth + 2, cells: line.split(',') })
  return gatherer.result
}
const faultsOf = (header: string, ...lines: string[]) =>
  gathered(header, ...lines).faults.map(({ line, column, code, value }) => [line, column, code, value])

describe('a header', () => {
  test('is read in small letters, without spaces', () => {
    expect(readHeader([' Token', 'GROUP '])).toEqual({ header: ['token', 'group'], faults: [] })
  })

  test('has the column of cards', () => {
    expect(readHeader(['group', 'what', 'group']).faults).toEqual([
      { line: 1, column: 'what', code: 'import.column_unknown', value: null },
      { line: 1, column: 'group', code: 'import.column_twice', value: null },
      { line: 1, column: 'token', code: 'import.column_missing', value: null },
    ])
  })
})

describe('a row', () => {
  test('is read as far as the file has columns', () => {
    expect(gathered('token', ' ab12 ')).toEqual({
      rows: 1,
      cards: [{ line: 2, token: 'AB12', fields: {}, driver: undefined, group: undefined }],
      faults: [],
    })
    expect(
      gathered(
        'group,token,expires_at,payment,blocked,driver_id,driver_email,driver_phone',
        'Taxi,A1,2030-12-31T20:59:59Z,Account,TRUE,7,Ada@X.org,+49 30-1',
      ).cards,
    ).toEqual([
      {
        line: 2,
        token: 'A1',
        fields: { expiresAt: '2030-12-31T20:59:59.000Z', payment: 'account', blocked: true },
        driver: { driver_id: 7, driver_email: 'ada@x.org', driver_phone: '49301' },
        group: 'Taxi',
      },
    ])
  })

  test('has an empty cell for no expiry, no driver and no group, and leaves the rest as it is', () => {
    expect(gathered('token,expires_at,payment,blocked,driver_id,group', 'A1,,,,,').cards).toEqual([
      { line: 2, token: 'A1', fields: { expiresAt: null }, driver: null, group: '' },
    ])
    expect(gathered('token,group', 'A1').cards).toMatchObject([{ group: '' }])
    expect(gathered('token,blocked', 'A1,False').cards).toMatchObject([{ fields: { blocked: false } }])
  })

  test('of a card that is missing, too long, or was there before is refused', () => {
    const long = 'x'.repeat(37)
    expect(faultsOf('token,group', ',g', `${long},g`, 'a1,g', 'A1,g', 'b2,g')).toEqual([
      [2, 'token', 'import.required', ''],
      [3, 'token', 'import.value', long],
      [5, 'token', 'import.card_twice', 'A1'],
    ])
    const { rows, cards } = gathered('token', '', 'a1', 'A1', 'b2')
    expect([rows, cards.map(({ token }) => token)]).toEqual([4, ['A1', 'B2']])
  })

  test('with values that columns do not accept is told all of them', () => {
    expect(
      faultsOf('token,expires_at,payment,blocked,driver_id,driver_phone', 'A1,tomorrow,gold,perhaps,x,none'),
    ).toEqual([
      [2, 'expires_at', 'import.value', 'tomorrow'],
      [2, 'payment', 'import.value', 'gold'],
      [2, 'blocked', 'import.value', 'perhaps'],
      [2, 'driver_id', 'import.value', 'x'],
      [2, 'driver_phone', 'import.value', 'none'],
    ])
    expect(faultsOf('token,blocked', `A1,${'y'.repeat(101)}`)[0]?.[3]).toBe('y'.repeat(100))
    expect(gathered('token,driver_id', 'A1,x').faults[0]?.allowed).toMatchObject({ en: 'A whole number.' })
  })

  test('with a driver by name alone is refused, for nobody is found by it', () => {
    const fault = [2, 'driver_name', 'import.driver_only_named', 'Ada']
    expect(faultsOf('token,driver_name', 'A1,Ada')).toEqual([fault])
    expect(faultsOf('token,driver_name,driver_id', 'A1,Ada,')).toEqual([fault])
    expect(faultsOf('token,driver_name,driver_id', 'A1,Ada,7')).toEqual([])
    expect(faultsOf('token,driver_name', 'A1,')).toEqual([])
  })
})

test('drivers are looked up by all that rows name them by', () => {
  const { cards } = gathered(
    'token,driver_id,driver_email,driver_phone',
    'A1,7,,',
    'A2,,a@x.org,',
    'A3,,,+49',
    'A4,,,',
  )
  expect(driverNamesOf(cards)).toEqual({ ids: [7], emails: ['a@x.org'], phones: ['49'] })
})

const driver = (id: number, email: string | null = null, phone: string | null = null): NamedDriver => ({
  id,
  email,
  phone,
})
const card = (token: string, of: Partial<CardRow> = {}): CardRow => ({
  token,
  driverId: null,
  group: null,
  expiresAt: null,
  payment: 'account',
  blocked: false,
  ...of,
})
const planned = (present: Partial<PresentCards>, header: string, ...lines: string[]) =>
  planCards(gathered(header, ...lines), { cards: [], drivers: [], groups: [], ...present })

describe('a plan', () => {
  test('adds what is new, changes what differs, and counts the rest', () => {
    const present = { cards: [card('A1'), card('A2', { blocked: true }), card('A3', { payment: 'card' })] }
    expect(planned(present, 'token,blocked', 'A1,true', 'A2,true', 'A4,true', 'A3,')).toEqual({
      added: [card('A4', { blocked: true })],
      changed: [{ before: card('A1'), after: card('A1', { blocked: true }) }],
      unchanged: 2,
      faults: [],
    })
  })

  test('leaves what the file does not name, and takes away what it names as empty', () => {
    const before = card('A1', { driverId: 7, group: 'TAXI', expiresAt: '2030-01-01T00:00:00.000Z' })
    const of = (header: string, line: string) => planned({ cards: [before] }, header, line)
    expect(of('token', 'A1')).toMatchObject({ unchanged: 1, changed: [] })
    expect(of('token,driver_id', 'A1,').changed).toEqual([{ before, after: { ...before, driverId: null } }])
    expect(of('token,group', 'A1,').changed).toEqual([{ before, after: { ...before, group: null } }])
    expect(of('token,expires_at', 'A1,').changed).toEqual([{ before, after: { ...before, expiresAt: null } }])
  })

  const drivers = [driver(7, 'a@x.org', '49'), driver(8, 'b@x.org', '49'), driver(9, null, null)]
  test.each([
    ['7,,', 7],
    [',a@x.org,', 7],
    ['7,a@x.org,49', 7],
    [',b@x.org,49', 8],
    ['9,,', 9],
  ])('finds the driver of %s: %i', (cells, id) => {
    const { added, faults } = planned({ drivers }, 'token,driver_id,driver_email,driver_phone', `A1,${cells}`)
    expect([added[0]?.driverId, faults]).toEqual([id, []])
  })

  test.each([
    ['6,,', 'driver_id', 'import.driver_unknown', '6'],
    [',c@x.org,', 'driver_email', 'import.driver_unknown', 'c@x.org'],
    ['7,b@x.org,', 'driver_email', 'import.driver_differs', 'b@x.org'],
    ['9,,49', 'driver_phone', 'import.driver_differs', '49'],
    [',,49', 'driver_phone', 'import.driver_ambiguous', '49'],
  ])('refuses the driver of %s at %s: %s', (cells, column, code, value) => {
    const { added, faults } = planned({ drivers }, 'token,driver_id,driver_email,driver_phone', `A1,${cells}`)
    expect([added, faults]).toEqual([[], [{ line: 2, column, code, value }]])
  })

  const groups = [
    { key: 'TAXI', name: 'Taxis of the town' },
    { key: 'T1', name: 'Twice' },
    { key: 'T2', name: 'twice' },
    { key: 'TWICE-3', name: 'taxi' },
  ]
  test.each([
    ['taxi', 'TAXI'],
    ['taxis OF the town', 'TAXI'],
    ['t1', 'T1'],
  ])('finds the group %s: %s', (name, key) => {
    expect(planned({ groups }, 'token,group', `A1,${name}`).added).toMatchObject([{ group: key }])
  })

  test.each([
    ['Twice', 'import.group_ambiguous', 'Twice'],
    ['x'.repeat(101), 'import.group_unknown', 'x'.repeat(100)],
  ])('refuses the group %s: %s', (name, code, value) => {
    expect(planned({ groups }, 'token,group', `A1,${name}`)).toEqual({
      added: [],
      changed: [],
      unchanged: 0,
      faults: [{ line: 2, column: 'group', code, value }],
    })
  })

  test('tells both the driver and the group that are not there', () => {
    expect(planned({}, 'token,driver_id,group', 'A1,7,taxi').faults.map(({ column }) => column)).toEqual([
      'driver_id',
      'group',
    ])
  })
})
