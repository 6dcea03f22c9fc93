import { describe, expect, test } from 'vitest'
import { addressKey, Gatherer, readHeader } from './gather.ts'

const stationHeader = [
  'location_id',
  'location_name',
  'city',
  'street',
  'lat',
  'station_id',
  'vendor_name',
  'model',
  'evse_number',
  'connector_number',
  'type',
  'current',
  'power',
  'tariff',
] as const
/** What no row of a station is without. */
const needed = stationHeader.filter(
  (name) => !['location_id', 'city', 'street', 'lat', 'station_id', 'tariff'].includes(name),
)
type Cells = Partial<Record<(typeof stationHeader)[number], string>>

const row: Cells = {
  location_name: 'Yard',
  city: 'Tver',
  street: 'Main 1',
  station_id: 'S1',
  vendor_name: 'Volt',
  model: 'Q7',
  evse_number: '1',
  connector_number: '1',
  type: 'CCS 2',
  current: 'DC',
  power: '150',
  tariff: '1700',
}

/** What is gathered of rows that differ from the usual one; the first is line 2. */
function gather(...rows: Cells[]) {
  const gatherer = new Gatherer(stationHeader)
  for (const [index, changes] of rows.entries()) {
    const cells = { ...row, ...changes }
    gatherer.add({ line: index + 2, cells: stationHeader.map((name) => cells[name] ?? '') })
  }
  return gatherer.result
}
const faultsOf = (...rows: Cells[]) =>
  gather(...rows).faults.map(({ line, column, code, value }) => [line, column, code, value])

describe('the header of a file', () => {
  const faultsIn = (...cells: string[]) =>
    readHeader(cells).faults.map(({ line, column, code, value }) => [line, column, code, value])

  test('is read in any case and with blanks around its names', () => {
    expect(readHeader([' Location_Name ', 'CITY'])).toEqual({ header: ['location_name', 'city'], faults: [] })
  })

  test('has no unknown column and none twice', () => {
    expect(faultsIn('location_name', 'colour', 'city', 'city', 'city')).toEqual([
      [1, 'colour', 'import.column_unknown', null],
      [1, 'city', 'import.column_twice', null],
      [1, 'city', 'import.column_twice', null],
    ])
  })

  test('needs the name of the location, and with stations what a new one needs', () => {
    const missing = (names: readonly string[]) =>
      names.map((name) => [1, name, 'import.column_missing', null])
    expect(faultsIn('city')).toEqual(missing(['location_name']))
    expect(faultsIn('station_id')).toEqual(missing(needed))
    expect(faultsIn(...stationHeader)).toEqual([])
  })
})

describe('the rows of a file', () => {
  test('are locations with stations with connectors', () => {
    const { rows, locations, stations, faults } = gather(
      {},
      { connector_number: '2', type: 'CHAdeMO' },
      { evse_number: '2' },
      { station_id: 'S2' },
      { city: 'Kazan', station_id: 'S3' },
    )
    expect(faults).toEqual([])
    expect(rows).toBe(5)
    expect([...locations.values()].map(({ line, id, fields }) => [line, id, fields.city])).toEqual([
      [2, null, 'Tver'],
      [6, null, 'Kazan'],
    ])
    expect([...stations.values()].map(({ line, id, location }) => [line, id, location.line])).toEqual([
      [2, 'S1', 2],
      [5, 'S2', 2],
      [6, 'S3', 6],
    ])
    expect(stations.get('S1')?.fields).toEqual({ vendor_name: 'Volt', model: 'Q7' })
    expect([...(stations.get('S1')?.connectors ?? [])]).toEqual([
      ['1 1', connector(2, 1, 1, 'CCS 2')],
      ['1 2', connector(3, 1, 2, 'CHAdeMO')],
      ['2 1', connector(4, 2, 1, 'CCS 2')],
    ])
  })

  const connector = (line: number, evse: number, number: number, type: string) => ({
    line,
    evse,
    number,
    fields: { type, current: 'DC', power: 150_000 },
    prices: { tariff: 1700 },
  })

  test('without a station are a location alone', () => {
    const { locations, stations, faults } = gather({ station_id: ' ', evse_number: 'x', power: '' })
    expect([locations.size, stations.size, faults]).toEqual([1, 0, []])
  })

  test('with the same id are one location, whatever its name', () => {
    const { locations } = gather({ location_id: '7' }, { location_id: '7', station_id: 'S2' })
    expect([...locations].map(([key, { id }]) => [key, id])).toEqual([['#7', 7]])
    expect(gather({ location_id: '7' }, { location_id: '8', station_id: 'S2' }).locations.size).toBe(2)
    expect(gather({ location_id: '7' }, { station_id: 'S2' }).locations.size).toBe(2)
  })

  test('that are one thing say the same of it', () => {
    expect(
      faultsOf({ location_id: '7' }, { location_id: '7', location_name: 'Mall', connector_number: '2' }),
    ).toEqual([[3, 'location_name', 'import.differs', 'Mall']])
    expect(faultsOf({}, { model: 'Q8', connector_number: '2' })).toEqual([
      [3, 'model', 'import.differs', 'Q8'],
    ])
    expect(faultsOf({}, { city: 'Kazan', connector_number: '2' })).toEqual([
      [3, 'station_id', 'import.differs', 'S1'],
    ])
  })

  test('name each connector once', () => {
    expect(faultsOf({}, {})).toEqual([[3, 'connector_number', 'import.connector_twice', '1']])
    // the first one is kept
    expect(gather({}, { power: '50' }).stations.get('S1')?.connectors.get('1 1')?.line).toBe(2)
  })
})

describe('a cell', () => {
  test.each(needed)('of %s is needed', (column) => {
    expect(faultsOf({ [column]: ' ' })).toEqual([[2, column, 'import.required', ' ']])
  })

  test.each([
    ['location_id', 'x'],
    ['lat', '91'],
    ['station_id', 'a b?'],
    ['evse_number', '1.5'],
    ['connector_number', 'x'],
    ['type', 'XC'],
    ['current', 'XC'],
    ['power', 'much'],
    ['tariff', '-1'],
  ] as const)('of %s cannot be %s', (column, value) => {
    const { faults } = gather({ [column]: value })
    expect(faults).toMatchObject([{ line: 2, column, code: 'import.value', value }])
    expect(faults[0]).toHaveProperty('allowed')
  })

  test('is shown up to 100 characters', () => {
    const [fault] = gather({ type: 'x'.repeat(101) }).faults
    expect(fault?.value).toBe('x'.repeat(100))
  })

  test('that is wrong leaves its station out where it names the connector, else the field', () => {
    expect(gather({ evse_number: 'x' }).stations.size).toBe(0)
    expect(gather({ connector_number: '' }).stations.size).toBe(0)
    expect(gather({ station_id: 'a b?' }).stations.size).toBe(0)
    const { stations } = gather({ type: 'XC', tariff: '' })
    expect(stations.get('S1')?.connectors.get('1 1')).toMatchObject({
      fields: { current: 'DC', power: 150_000 },
      prices: {},
    })
  })

  test('that is missing at the end of a row is empty', () => {
    const gatherer = new Gatherer(['location_name', 'city'])
    gatherer.add({ line: 2, cells: ['Yard'] })
    expect(gatherer.result.faults).toEqual([])
    expect(gatherer.result.locations.get('["Yard","",""]')?.fields.city).toBe('')
  })
})

test('a location without an id is known by name, city and street', () => {
  const fields = { location_name: 'Yard', city: 'Tver', street: 'Main 1' }
  expect(addressKey(fields)).toBe('["Yard","Tver","Main 1"]')
  expect(addressKey({ location_name: 'Yard' })).toBe('["Yard","",""]')
})
