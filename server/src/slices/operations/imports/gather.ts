import { type ErrorCode, type ImportColumn, importColumns } from '@stationmaster/contract'
import { type Column, columns, columnsOf, keys, priceColumns, type Value, Wrong } from './columns.ts'
import type { Line } from './csv.ts'
import { headerFaults, type RowFault } from './faults.ts'

/** Fields by column name; undefined when the file does not have the field. */
export type Fields = Partial<Record<ImportColumn, Value>>

export interface GatheredLocation {
  line: number
  /** null when the location is found by name, city and street */
  id: number | null
  fields: Fields
}

export interface GatheredConnector {
  line: number
  evse: number
  number: number
  fields: Fields
  /** prices of its kind of connectors at the location, as far as the file has them */
  prices: Fields
}

export interface GatheredStation {
  line: number
  id: string
  location: GatheredLocation
  fields: Fields
  connectors: Map<string, GatheredConnector>
}

export interface Gathered {
  rows: number
  locations: Map<string, GatheredLocation>
  stations: Map<string, GatheredStation>
  faults: RowFault[]
}

const needed: readonly ImportColumn[] = ['location_name']
const neededForStations: readonly ImportColumn[] = [
  'vendor_name',
  'model',
  'evse_number',
  'connector_number',
  'type',
  'current',
  'power',
]

/** The columns of the header in their order, and its faults. */
export function readHeader(cells: readonly string[]): { header: string[]; faults: RowFault[] } {
  const header = cells.map((cell) => cell.trim().toLowerCase())
  const wanted = header.includes('station_id') ? [...needed, ...neededForStations] : needed
  return { header, faults: headerFaults(header, importColumns, wanted) }
}

/** Groups the rows of a file into locations with stations with connectors. */
export class Gatherer {
  readonly result: Gathered = { rows: 0, locations: new Map(), stations: new Map(), faults: [] }
  private readonly at: Map<string, number>

  constructor(header: readonly string[]) {
    this.at = new Map(header.map((name, index) => [name, index]))
  }

  add({ line, cells }: Line): void {
    this.result.rows += 1
    const cell = (name: string) => cells[this.at.get(name) ?? -1] ?? ''
    const fault = (column: ImportColumn | null, code: ErrorCode, allowed?: Wrong['allowed']) =>
      this.result.faults.push({ line, column, code, value: column && cell(column).slice(0, 100), allowed })
    const key = (name: keyof typeof keys) => {
      const value = keys[name].read(cell(name))
      if (!(value instanceof Wrong)) return value
      fault(name, 'import.value', value.allowed)
      return undefined
    }
    const fields = (of: Column['of']) => this.fieldsOf(columnsOf(of), cell, fault)

    const location = this.location(line, key('location_id'), fields('location'), fault)
    const stationCell = cell('station_id').trim()
    if (stationCell === '') return
    const id = key('station_id')
    const evse = key('evse_number')
    const number = key('connector_number')
    if (evse === undefined && cell('evse_number').trim() === '') fault('evse_number', 'import.required')
    if (number === undefined && cell('connector_number').trim() === '')
      fault('connector_number', 'import.required')
    const stationFields = fields('station')
    const connectorFields = fields('connector')
    const prices = this.fieldsOf(priceColumns, cell, fault)
    if (typeof id !== 'string' || typeof evse !== 'number' || typeof number !== 'number') return
    const station = this.station(line, id, location, stationFields, fault)
    const ref = `${evse} ${number}`
    if (station.connectors.has(ref)) fault('connector_number', 'import.connector_twice')
    else station.connectors.set(ref, { line, evse, number, fields: connectorFields, prices })
  }

  private fieldsOf(
    of: typeof priceColumns,
    cell: (name: string) => string,
    fault: (column: ImportColumn, code: ErrorCode, allowed?: Wrong['allowed']) => void,
  ): Fields {
    const fields: Fields = {}
    for (const { name, required, read } of of) {
      if (!this.at.has(name)) continue
      if (required && cell(name).trim() === '') fault(name, 'import.required')
      else {
        const value = read(cell(name))
        if (value instanceof Wrong) fault(name, 'import.value', value.allowed)
        else if (value !== undefined) fields[name] = value
      }
    }
    return fields
  }

  private location(
    line: number,
    id: Value,
    fields: Fields,
    fault: (column: ImportColumn, code: ErrorCode) => void,
  ): GatheredLocation {
    const known = typeof id === 'number' ? `#${id}` : addressKey(fields)
    const earlier = this.result.locations.get(known)
    if (earlier) {
      for (const name of differing(earlier.fields, fields)) fault(name, 'import.differs')
      return earlier
    }
    const location = { line, id: typeof id === 'number' ? id : null, fields }
    this.result.locations.set(known, location)
    return location
  }

  private station(
    line: number,
    id: string,
    location: GatheredLocation,
    fields: Fields,
    fault: (column: ImportColumn, code: ErrorCode) => void,
  ): GatheredStation {
    const earlier = this.result.stations.get(id)
    if (earlier) {
      for (const name of differing(earlier.fields, fields)) fault(name, 'import.differs')
      if (earlier.location !== location) fault('station_id', 'import.differs')
      return earlier
    }
    const station = { line, id, location, fields, connectors: new Map() }
    this.result.stations.set(id, station)
    return station
  }
}

/** The key of a location without an id. */
export const addressKey = (fields: Fields): string =>
  JSON.stringify([fields.location_name, fields.city ?? '', fields.street ?? ''])

const differing = (earlier: Fields, later: Fields): ImportColumn[] =>
  columns.map(({ name }) => name).filter((name) => name in later && earlier[name] !== later[name])
