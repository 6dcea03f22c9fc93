import type { Tx } from '../../../platform/schema/schema.ts'
import type { ColumnMap, LooseRow } from '../../../platform/statements/bulk.ts'
import { listIdsByEmail } from '../../people/managers/store.ts'
import { insertLocationRows, updateLocationRows } from '../../places/locations/rows-store.ts'
import { drawNumber } from '../../stations/stations/change-store.ts'
import { drawPassword, hashStationPassword } from '../../stations/stations/connecting/password.ts'
import {
  insertConnectorRows,
  insertStationRows,
  updateConnectorRows,
  updateStationRows,
} from '../../stations/stations/rows-store.ts'
import { columnsOf } from './columns.ts'
import type { Fields } from './gather.ts'
import type { Plan, Present } from './plan.ts'

export interface Applying {
  at: Date
  /** the time zone of a location without one in the file */
  timeZone: string
  secretKey: string
}

/** The columns of locations, stations or connectors for bulk statements. */
const mapOf = (
  of: 'location' | 'station' | 'connector',
  more: Record<string, readonly [string, string]> = {},
) =>
  ({
    ...Object.fromEntries(
      columnsOf(of).map(({ name, db }) => [
        name,
        name === 'owner_email' ? (['owner_id', 'bigint'] as const) : db,
      ]),
    ),
    ...more,
  }) as ColumnMap<LooseRow>

const stationMap = mapOf('station', {
  id: ['id', 'text'],
  locationId: ['location_id', 'bigint'],
  passwordHash: ['password_hash', 'text'],
  at: ['created_at', 'timestamptz'],
})
const connectorMap = mapOf('connector', {
  stationId: ['station_id', 'text'],
  evse: ['evse_number', 'integer'],
  number: ['number', 'integer'],
  ordinal: ['ordinal', 'integer'],
})

/** Writes a plan without faults; answers the passwords of the new stations. */
export async function applyPlan(
  tx: Tx,
  plan: Plan,
  present: Present,
  { at, timeZone, secretKey }: Applying,
): Promise<{ station_id: string; password: string }[]> {
  const { newLocations, changedLocations } = plan
  const emails = changedLocations.flatMap(({ stored }) => stored.fields.owner_email ?? []).map(String)
  const owners = new Map([...present.owners, ...(await listIdsByEmail(tx, emails))])
  const written = (fields: Fields): LooseRow => ({
    ...fields,
    owner_email: typeof fields.owner_email === 'string' ? owners.get(fields.owner_email) : null,
    features: String(fields.features ?? '')
      .split(' ')
      .filter(Boolean),
  })
  const added = newLocations.map(({ fields }) => written({ ...newLocation(timeZone), ...fields }))
  const ids = await insertLocationRows(tx, added, mapOf('location'), at)
  // there is one id for each new location, in the same order
  for (const [index, location] of newLocations.entries()) plan.idOf.set(location, ids[index]!)
  await updateLocationRows(
    tx,
    changedLocations.map(({ stored, fields }) => ({
      key: stored.id,
      ...written({ ...stored.fields, ...fields }),
    })),
    mapOf('location', { key: ['key', 'bigint'] }),
  )

  const passwords = await writeStations(tx, plan, { at, secretKey })
  await writeConnectors(tx, plan)
  return passwords
}

async function writeStations(tx: Tx, plan: Plan, { at, secretKey }: Pick<Applying, 'at' | 'secretKey'>) {
  const unnumbered = plan.newStations.some(({ fields }) => fields.number === undefined)
  let next = unnumbered ? await drawNumber(tx) : 0
  next = plan.newStations.reduce((most, { fields }) => Math.max(most, Number(fields.number ?? 0) + 1), next)
  const added = plan.newStations.map((station) => ({ station, password: drawPassword() }))
  const rows = added.map(({ station: { id, location, fields }, password }) => ({
    image: null,
    monetized: true,
    parking_car: true,
    parking_bike: false,
    ...fields,
    number: fields.number ?? next++,
    id,
    locationId: plan.idOf.get(location),
    passwordHash: hashStationPassword(secretKey, id, password),
    at,
  }))
  await insertStationRows(tx, rows, stationMap)
  await updateStationRows(
    tx,
    plan.changedStations.map(({ stored, fields }) => ({ key: stored.id, ...stored.fields, ...fields })),
    mapOf('station', { key: ['key', 'text'] }),
  )
  return added.map(({ station, password }) => ({ station_id: station.id, password }))
}

async function writeConnectors(tx: Tx, plan: Plan): Promise<void> {
  const connectors = plan.newConnectors.map(({ station, connector, ordinal }) => ({
    ...connector.fields,
    stationId: station.id,
    evse: connector.evse,
    number: connector.number,
    ordinal,
  }))
  await insertConnectorRows(tx, connectors, connectorMap)
  await updateConnectorRows(
    tx,
    plan.changedConnectors.map(({ stored, fields }) => ({ key: stored.id, ...stored.fields, ...fields })),
    mapOf('connector', { key: ['key', 'bigint'] }),
  )
}

const newLocation = (timeZone: string): Fields => ({
  country: '',
  city: '',
  street: '',
  postal_code: '',
  lat: null,
  lng: null,
  time_zone: timeZone,
  cashback_percent: 0,
  free_parking: false,
  height_limit_cm: null,
  features: '',
  listed: true,
  silence_minutes: 30,
})
