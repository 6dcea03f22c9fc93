import type { importColumns } from '@stationmaster/contract'
import type { Tx } from '../../../../platform/schema/schema.ts'
import { isKnownHash } from '../../../stations/stations/connecting/former-password.ts'
import { hashStationPassword } from '../../../stations/stations/connecting/password.ts'
import { updateFormerSignIns } from '../../../stations/stations/rows-store.ts'
import { applyAll } from '../../imports/actions.ts'
import type { RowFault } from '../../imports/faults.ts'
import { type Gathered, Gatherer } from '../../imports/gather.ts'
import { type Plan, type Present, planImport } from '../../imports/plan.ts'
import { loadPresent } from '../../imports/store.ts'
import type { NeutralLocation, NeutralStation, Remark } from '../neutral.ts'
import { findRecords, insertRecords, listKnownStations } from '../run-store.ts'
import { keepRows, lookIn } from '../stage-store.ts'
import { type Case, type Result, resultOf, type Step, type StepContext } from './step.ts'

/** Rows as the file of locations and stations has them: what comes is checked and written by its import. */
type Cells = Partial<Record<(typeof importColumns)[number], string>>

const used = [
  'location_id',
  'location_name',
  'country',
  'city',
  'street',
  'postal_code',
  'lat',
  'lng',
  'time_zone',
  'station_id',
  'vendor_name',
  'model',
  'monetized',
  'evse_number',
  'connector_number',
  'type',
  'current',
  'power',
  'tariff',
  'rate',
  'start_fee',
] as const satisfies readonly (typeof importColumns)[number][]

const cellsOfLocation = (location: NeutralLocation, id: string | undefined): Cells => ({
  location_id: id ?? '',
  location_name: location.name,
  country: location.country,
  city: location.city,
  street: location.street,
  postal_code: location.postalCode,
  lat: String(location.lat ?? ''),
  lng: String(location.lng ?? ''),
  time_zone: location.timeZone ?? '',
})

function cellsOfStation(station: NeutralStation, locationId: string | undefined): Cells[] {
  const { prices } = station
  return station.connectors.map((connector) => ({
    ...cellsOfLocation(station.location, locationId),
    station_id: station.key,
    vendor_name: station.vendor.slice(0, 50),
    model: station.model.slice(0, 50),
    // what cost nothing there costs nothing here
    monetized: String(prices !== null),
    evse_number: String(connector.evse),
    connector_number: String(connector.number),
    type: connector.type,
    current: connector.current,
    power: String(connector.powerW / 1000),
    ...(prices
      ? { tariff: String(prices.perKwh), rate: String(prices.perMinute), start_fee: String(prices.startFee) }
      : {}),
  }))
}

interface Rows<C> {
  case: C
  cells: Cells[]
}

/** The plan of what can come, and the faults of what cannot, each with its record. */
async function planOf<C extends Case<'locations'> | Case<'stations'>>(
  tx: Tx,
  all: readonly Rows<C>[],
  at: Date,
): Promise<{ plan: Plan; present: Present; gathered: Gathered; kept: Rows<C>[]; refused: Result[] }> {
  const refused: Result[] = []
  let kept = [...all]
  for (;;) {
    const { gathered, caseAt } = gather(kept)
    const present = await loadPresent(tx, gathered, at)
    const plan = planImport(gathered, present)
    const faulty = new Map<C, Remark>()
    for (const fault of [...gathered.faults, ...plan.faults]) {
      const one = caseAt.get(fault.line)
      if (one && !faulty.has(one)) faulty.set(one, remarkOf(fault))
    }
    if (faulty.size === 0) return { plan, present, gathered, kept, refused }
    for (const [one, remark] of faulty) refused.push(resultOf(one, 'refused', remark))
    kept = kept.filter((rows) => !faulty.has(rows.case))
  }
}

const remarkOf = ({ code, column, value }: RowFault): Remark => ({
  code,
  value: [column, value].filter(Boolean).join(': '),
})

function gather<C>(all: readonly Rows<C>[]): { gathered: Gathered; caseAt: Map<number, C> } {
  const gatherer = new Gatherer(used)
  const caseAt = new Map<number, C>()
  let line = 1
  for (const rows of all)
    for (const cells of rows.cells) {
      line += 1
      caseAt.set(line, rows.case)
      gatherer.add({ line, cells: used.map((name) => cells[name] ?? '') })
    }
  // a location that came before is as people have made it since
  for (const location of gatherer.result.locations.values()) if (location.id !== null) location.fields = {}
  return { gathered: gatherer.result, caseAt }
}

/** The ids of the locations of records, by the keys of the other system. */
function idsByKey(
  rows: readonly Rows<{ record: { key: string } }>[],
  keyOf: (index: number) => string,
  { gathered, plan }: { gathered: Gathered; plan: Plan },
): Map<string, number> {
  const ids = new Map<string, number>()
  const byLine = new Map([...gathered.locations.values()].map((location) => [location.line, location]))
  let line = 1
  for (const [index, { cells }] of rows.entries()) {
    const location = byLine.get(line + 1)
    const id = location && plan.idOf.get(location)
    if (id !== undefined) ids.set(keyOf(index), id)
    line += cells.length
  }
  return ids
}

const byOf = ({ caller, run }: StepContext) => ({
  caller,
  remoteAddress: run.remoteAddress,
  agreed: undefined,
})

/** Locations: one with the same name, city and street is the same. */
export const takeLocations: Step<'locations'> = async (tx, cases, context) => {
  const { run, apply, at, parts } = context
  const known = await findRecords(
    tx,
    run.source,
    'locations',
    cases.map(({ record }) => record.key),
  )
  const fresh = cases.filter(({ record }) => !known.has(record.key))
  const rows = fresh.map((one) => ({ case: one, cells: [cellsOfLocation(one.record, undefined)] }))
  const { plan, present, gathered, kept, refused } = await planOf(tx, rows, at)
  const isNew = new Set(plan.newLocations.map(({ line }) => line))
  if (apply) {
    await applyAll(tx, parts, { plan, present }, byOf(context))
    const ids = idsByKey(kept, (index) => kept[index]?.case.record.key ?? '', { gathered, plan })
    await insertRecords(tx, run, 'locations', [...ids])
  } else await mark(tx, run.id, '~location', new Map(kept.map((one) => [one.case.record.key, {}])))
  return {
    results: [
      ...cases.filter(({ record }) => known.has(record.key)).map((one) => resultOf(one, 'here')),
      // one row each, after the header
      ...kept.map((one, index) => resultOf(one.case, isNew.has(index + 2) ? 'added' : 'here')),
      ...refused,
    ],
  }
}

/** Stations with their connectors, locations, prices and passwords. One that is here already stays as it is. */
export const takeStations: Step<'stations'> = async (tx, cases, context) => {
  const { run, apply, at } = context
  const keys = cases.map(({ record }) => record.key)
  const known = await findRecords(tx, run.source, 'stations', keys)
  const standing = await listKnownStations(tx, keys)
  const locationKeys = cases.map(({ record }) => record.location.key)
  const locations = await findRecords(tx, run.source, 'locations', locationKeys)
  const others = cases.filter(({ record }) => !known.has(record.key) && standing.has(record.key))
  const rows = cases
    .filter(({ record }) => !known.has(record.key) && !standing.has(record.key))
    .map((one) => ({ case: one, cells: cellsOfStation(one.record, locations.get(one.record.location.key)) }))
  const planned = await planOf(tx, rows, at)
  const { plan, kept, refused } = planned
  const newKeys = [...new Set(kept.map((one) => one.case.record.location.key))].filter(
    (key) => !locations.has(key),
  )
  const locationsAdded = apply
    ? await writeStations(tx, planned, others, newKeys, context)
    : await markStations(tx, planned, newKeys, run.id)
  return {
    locationsAdded: Math.min(locationsAdded, plan.newLocations.length),
    results: [
      ...cases.filter(({ record }) => known.has(record.key)).map((one) => resultOf(one, 'here')),
      ...others.map((one) => resultOf(one, 'here', { code: 'takeover.station_here', value: one.record.key })),
      ...kept.map((one) =>
        isUnreadable(one.case.record)
          ? resultOf(one.case, 'added', { code: 'takeover.password_unreadable', value: one.case.record.key })
          : resultOf(one.case, 'added'),
      ),
      ...refused,
    ],
  }
}

type Planned = Awaited<ReturnType<typeof planOf<Case<'stations'>>>>

/** Writes new stations, and what became of each; resolves with how many keys of locations are new. */
async function writeStations(
  tx: Tx,
  { plan, present, gathered, kept }: Planned,
  others: readonly Case<'stations'>[],
  newKeys: readonly string[],
  context: StepContext,
): Promise<number> {
  const { run, parts } = context
  await applyAll(tx, parts, { plan, present }, byOf(context))
  const ids = new Map(
    kept.flatMap(({ case: { record } }) => {
      const found = gathered.stations.get(record.key)
      const id = found && plan.idOf.get(found.location)
      return id !== undefined && newKeys.includes(record.location.key)
        ? [[record.location.key, id] as const]
        : []
    }),
  )
  await insertRecords(tx, run, 'locations', [...ids])
  const came = [...kept.map((one) => one.case), ...others].map(
    ({ record }) => [record.key, record.key] as const,
  )
  await insertRecords(tx, run, 'stations', came)
  await updateFormerSignIns(
    tx,
    kept.flatMap(({ case: { record } }) => (isUnreadable(record) ? [] : [signInOf(record, parts.secretKey)])),
  )
  return newKeys.length
}

/** Notes what will come; resolves with how many keys of locations have not been noted before. */
async function markStations(
  tx: Tx,
  { kept }: Planned,
  newKeys: readonly string[],
  id: number,
): Promise<number> {
  const marked = await lookIn(tx, id).byKey('~location', newKeys)
  const unmarked = newKeys.filter((key) => !marked.has(key))
  await mark(tx, id, '~station', new Map(kept.map(({ case: { record } }) => [record.key, shownOf(record)])))
  await mark(tx, id, '~location', new Map(unmarked.map((key) => [key, {}])))
  return unmarked.length
}

/** A station whose password nobody can check keeps the one that was drawn for it, until a person sets another. */
const isUnreadable = ({ password }: NeutralStation): boolean =>
  password !== null && 'hash' in password && !isKnownHash(password.hash)

/** A password in clear is hashed as ours are; a hash of the other system is kept until the station has connected once. */
function signInOf({ key, password }: NeutralStation, secretKey: string) {
  if (!password) return { id: key, passwordHash: null, formerPassword: null }
  if ('plain' in password)
    return {
      id: key,
      passwordHash: hashStationPassword(secretKey, key, password.plain),
      formerPassword: null,
    }
  // no password has this hash: only the former one opens
  return { id: key, passwordHash: '', formerPassword: password.hash }
}

/** What sessions have to know of a station that will come. */
const shownOf = ({ connectors }: NeutralStation) => ({
  connectors: [...connectors]
    .sort((a, b) => a.evse - b.evse || a.number - b.number)
    .map(({ evse, number }) => [evse, number]),
})

/** A dry run notes what will come beside the rows that it has read: the network stays as it is. */
const mark = (tx: Tx, id: number, of: string, marks: ReadonlyMap<string, { connectors?: number[][] }>) =>
  keepRows(
    tx,
    id,
    [...marks].map(([key, body]) => ({ of, key, body })),
  )
