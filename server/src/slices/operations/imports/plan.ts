import type { ImportResult } from '@stationmaster/contract'
import { columnsOf } from './columns.ts'
import type { RowFault } from './faults.ts'
import {
  addressKey,
  type Fields,
  type Gathered,
  type GatheredConnector,
  type GatheredLocation,
  type GatheredStation,
} from './gather.ts'
import { type PriceChange, planPrices } from './prices.ts'

export interface StoredLocation {
  id: number
  fields: Fields
}
export interface StoredStation {
  id: string
  locationId: number
  deleted: boolean
  fields: Fields
}
export interface StoredConnector {
  id: number
  stationId: string
  evse: number
  number: number
  ordinal: number
  fields: Fields
}

/** What the database holds of the things in a file. */
export interface Present {
  owners: Map<string, number>
  locations: Map<number, StoredLocation>
  /** by name, city and street */
  byAddress: Map<string, StoredLocation[]>
  stations: Map<string, StoredStation>
  connectors: Map<string, StoredConnector[]>
  /** the prices of the locations' connectors; empty when the file has no prices */
  priced: Parameters<typeof planPrices>[1]
}

export interface Change<S> {
  stored: S
  fields: Fields
  before: Fields
}

/** What an import adds and changes. */
export interface Plan {
  newLocations: GatheredLocation[]
  changedLocations: Change<StoredLocation>[]
  /** ids of the existing locations */
  idOf: Map<GatheredLocation, number>
  newStations: GatheredStation[]
  changedStations: Change<StoredStation>[]
  newConnectors: { station: GatheredStation; connector: GatheredConnector; ordinal: number }[]
  changedConnectors: Change<StoredConnector>[]
  prices: PriceChange[]
  counts: Pick<ImportResult, 'locations' | 'stations' | 'connectors' | 'prices'>
  faults: RowFault[]
}

/** Compares a file with the database. */
export function planImport(gathered: Gathered, present: Present): Plan {
  const plan: Plan = {
    newLocations: [],
    changedLocations: [],
    idOf: new Map(),
    newStations: [],
    changedStations: [],
    newConnectors: [],
    changedConnectors: [],
    prices: [],
    counts: { locations: none(), stations: none(), connectors: none(), prices: none() },
    faults: [],
  }
  for (const location of gathered.locations.values()) planLocation(plan, location, present)
  for (const station of gathered.stations.values()) planStation(plan, station, present)
  const { priceChanges, counts, faults } = planPrices(gathered, present.priced, plan.idOf)
  return {
    ...plan,
    prices: priceChanges,
    counts: { ...plan.counts, prices: counts },
    faults: [...plan.faults, ...faults],
  }
}

const none = () => ({ added: 0, changed: 0, unchanged: 0 })

function planLocation(plan: Plan, location: GatheredLocation, present: Present): void {
  const email = location.fields.owner_email
  if (typeof email === 'string' && !present.owners.has(email))
    plan.faults.push({
      line: location.line,
      column: 'owner_email',
      code: 'import.owner_unknown',
      value: email,
    })
  const named = location.id === null ? (present.byAddress.get(addressKey(location.fields)) ?? []) : []
  if (named.length > 1)
    plan.faults.push({
      line: location.line,
      column: 'location_name',
      code: 'import.location_ambiguous',
      value: String(location.fields.location_name),
    })
  const stored = location.id === null ? named[0] : present.locations.get(location.id)
  if (!stored) {
    plan.newLocations.push(location)
    plan.counts.locations.added += 1
    return
  }
  plan.idOf.set(location, stored.id)
  count(plan.counts.locations, compare(stored, location.fields), plan.changedLocations)
}

function planStation(plan: Plan, station: GatheredStation, present: Present): void {
  const stored = present.stations.get(station.id)
  const fault = (code: RowFault['code']) =>
    plan.faults.push({ line: station.line, column: 'station_id', code, value: station.id })
  if (stored?.deleted) fault('import.station_deleted')
  else if (stored && stored.locationId !== plan.idOf.get(station.location)) fault('import.station_elsewhere')
  const there = present.connectors.get(station.id) ?? []
  if (stored) count(plan.counts.stations, compare(stored, station.fields), plan.changedStations)
  else {
    plan.newStations.push(station)
    plan.counts.stations.added += 1
  }
  let ordinal = there.reduce((last, one) => Math.max(last, one.ordinal), 0)
  const ordered = [...station.connectors.values()].sort((a, b) => a.evse - b.evse || a.number - b.number)
  for (const connector of ordered) {
    const known = there.find((one) => one.evse === connector.evse && one.number === connector.number)
    if (known) count(plan.counts.connectors, compare(known, connector.fields), plan.changedConnectors)
    else {
      plan.newConnectors.push({ station, connector, ordinal: ++ordinal })
      plan.counts.connectors.added += 1
    }
  }
}

/** The fields with other values in the file; null when there are none. */
function compare<S extends { fields: Fields }>(stored: S, inFile: Fields): Change<S> | null {
  const fields: Fields = {}
  const before: Fields = {}
  for (const { name } of [...columnsOf('location'), ...columnsOf('station'), ...columnsOf('connector')]) {
    if (!(name in inFile) || inFile[name] === stored.fields[name]) continue
    fields[name] = inFile[name]
    before[name] = stored.fields[name]
  }
  return Object.keys(fields).length > 0 ? { stored, fields, before } : null
}

function count<S>(
  counts: { changed: number; unchanged: number },
  change: Change<S> | null,
  list: Change<S>[],
) {
  if (change) list.push(change)
  counts[change ? 'changed' : 'unchanged'] += 1
}
