import { importColumns } from '@stationmaster/contract'
import { writeHeader, writeLines } from '../../../platform/documents/csv.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { columns, priceColumns } from './columns.ts'
import { type ExportRow, listExportRows } from './store.ts'

/** Locations that one query reads: some thousand rows. */
const atOnce = 200

/** The file of all locations and stations that the caller may see, a piece at a time. */
export async function* exportFile(db: Db, caller: Caller, at: Date): AsyncGenerator<string> {
  yield writeHeader(importColumns)
  for (let after = 0; ; ) {
    const rows = await listExportRows(db, caller, { after, locations: atOnce, at })
    const last = rows.at(-1)
    if (!last) return
    after = last.location_id
    yield writeLines(rows.map(cellsOf))
  }
}

const writers = new Map([...columns, ...priceColumns].map((column) => [column.name, column.write]))

function cellsOf(row: ExportRow): string[] {
  return importColumns.map((name) => {
    const value = row[name]
    const write = writers.get(name)
    return write ? write(value) : value === null || value === undefined ? '' : String(value)
  })
}

/** An example with one location of two stations, and one without any. */
export function templateFile(): string {
  const example = (cells: Partial<Record<(typeof importColumns)[number], string>>) =>
    importColumns.map((name) => cells[name] ?? '')
  const location = {
    location_name: 'Harbour',
    country: 'Germany',
    city: 'Hamburg',
    street: 'Am Sandtorkai 30',
    postal_code: '20457',
    lat: '53.5433',
    lng: '9.9925',
    time_zone: 'Europe/Berlin',
    cashback_percent: '0',
    free_parking: 'false',
    height_limit_cm: '350',
    features: 'wheelchair roofed lit',
    listed: 'true',
    silence_minutes: '30',
  }
  const station = {
    vendor_name: 'AutoEnterprise',
    model: 'AE-Fast 150',
    monetized: 'true',
    parking_car: 'true',
    parking_bike: 'false',
  }
  const ccs = {
    evse_number: '1',
    connector_number: '1',
    type: 'CCS 2',
    current: 'DC',
    power: '150',
    tariff: '1700',
  }
  const type2 = {
    evse_number: '2',
    connector_number: '1',
    type: 'Type 2',
    current: 'AC',
    power: '22',
    tariff: '1200',
  }
  return (
    writeHeader(importColumns) +
    writeLines([
      example({ ...location, ...station, ...ccs, station_id: 'HARBOUR-001', number: '1' }),
      example({ ...location, ...station, ...type2, station_id: 'HARBOUR-001', number: '1' }),
      example({ ...location, ...station, ...ccs, station_id: 'HARBOUR-002', number: '2' }),
      example({ location_name: 'Market square', city: 'Bremen', street: 'Am Markt 1' }),
    ])
  )
}
