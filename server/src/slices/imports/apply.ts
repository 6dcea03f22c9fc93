import { sql } from 'kysely'
import { type ColumnMap, insertRows, rows } from '../../platform/bulk.ts'
import type { Tx } from '../../platform/schema.ts'
import { drawNumber } from '../stations/actions.ts'
import { drawPassword, hashStationPassword } from '../stations/password.ts'
import { columnsOf } from './columns.ts'
import type { Fields } from './gather.ts'
import type { Plan, Present } from './plan.ts'

/** Rows that one statement takes. */
const atOnce = 2000

export interface Applying {
  at: Date
  /** a location's zone when none is told */
  timeZone: string
  secretKey: string
}

type Row = Record<string, unknown>

/** The columns of a kind of thing as bulk statements name them. */
const mapOf = (of: 'location' | 'station' | 'connector', more: Record<string, readonly [string, string]>) =>
  ({
    ...Object.fromEntries(
      columnsOf(of).map(({ name, db }) => [
        name,
        name === 'owner_email' ? (['owner_id', 'bigint'] as const) : db,
      ]),
    ),
    ...more,
  }) as ColumnMap<Row>

const locationMap = mapOf('location', { index: ['index', 'integer'] })
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
const evseMap: ColumnMap<Row> = { stationId: ['station_id', 'text'], number: ['number', 'integer'] }

function* chunks<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += atOnce) yield list.slice(start, start + atOnce)
}

async function insertAll(
  tx: Tx,
  table: string,
  list: readonly Row[],
  map: ColumnMap<Row>,
  conflict?: string,
) {
  for (const chunk of chunks(list))
    await insertRows(tx, table, chunk, map, conflict === undefined ? undefined : sql.raw(conflict))
}

/** Sets the told columns of things that are there; `key` finds them. */
async function updateAll(
  tx: Tx,
  table: 'locations' | 'stations' | 'connectors',
  list: readonly Row[],
  map: ColumnMap<Row>,
  also = '',
) {
  const properties = Object.keys(map).filter((name) => name !== 'key')
  const set = properties.map((name) => `${map[name]![0]} = r.${map[name]![0]}`).join(', ')
  for (const chunk of chunks(list))
    await sql`update ${sql.raw(table)} t set ${sql.raw(set + also)}
      from ${rows(chunk, map, Object.keys(map))} where t.id = r.key`.execute(tx)
}

/** Writes a plan without faults; answers the passwords of the new stations. */
export async function applyPlan(
  tx: Tx,
  plan: Plan,
  present: Present,
  { at, timeZone, secretKey }: Applying,
): Promise<{ station_id: string; password: string }[]> {
  const owned = (fields: Fields): Row => ({
    ...fields,
    owner_email: typeof fields.owner_email === 'string' ? present.owners.get(fields.owner_email) : null,
  })
  const ownedAfter = async () => {
    const emails = plan.changedLocations.flatMap(({ stored }) => stored.fields.owner_email ?? []).map(String)
    const known = await sql<{ id: number; email: string }>`
      select id, lower(email) as email from managers where lower(email) = any(${[...new Set(emails)]}::text[])`.execute(
      tx,
    )
    for (const { id, email } of known.rows) present.owners.set(email, id)
  }
  await insertLocations(tx, plan, (fields) => owned({ ...newLocation(timeZone), ...fields }), at)
  await ownedAfter()
  await updateAll(
    tx,
    'locations',
    plan.changedLocations.map(({ stored, fields }) => ({
      key: stored.id,
      ...owned({ ...stored.fields, ...fields }),
    })),
    mapOf('location', { key: ['key', 'bigint'] }),
    ', version = t.version + 1',
  )

  const passwords = plan.newStations.map(({ id }) => ({ station_id: id, password: drawPassword() }))
  const unnumbered = plan.newStations.some(({ fields }) => fields.number === undefined)
  let next = unnumbered ? await drawNumber(tx) : 0
  next = plan.newStations.reduce((most, { fields }) => Math.max(most, Number(fields.number ?? 0) + 1), next)
  const stations = plan.newStations.map(({ id, location, fields }, index) => ({
    image: null,
    monetized: true,
    parking_car: true,
    parking_bike: false,
    ...fields,
    number: fields.number ?? next++,
    id,
    locationId: plan.idOf.get(location),
    passwordHash: hashStationPassword(secretKey, id, passwords[index]!.password),
    at,
  }))
  await insertAll(tx, 'stations', stations, stationMap)
  await updateAll(
    tx,
    'stations',
    plan.changedStations.map(({ stored, fields }) => ({ key: stored.id, ...stored.fields, ...fields })),
    mapOf('station', { key: ['key', 'text'] }),
    ', version = t.version + 1',
  )
  const evses = plan.newConnectors.map(({ station, connector }) => ({
    stationId: station.id,
    number: connector.evse,
  }))
  await insertAll(tx, 'evses', distinct(evses), evseMap, '(station_id, number) do nothing')
  const connectors = plan.newConnectors.map(({ station, connector, ordinal }) => ({
    ...connector.fields,
    stationId: station.id,
    evse: connector.evse,
    number: connector.number,
    ordinal,
  }))
  await insertAll(tx, 'connectors', connectors, connectorMap)
  await updateAll(
    tx,
    'connectors',
    plan.changedConnectors.map(({ stored, fields }) => ({ key: stored.id, ...stored.fields, ...fields })),
    mapOf('connector', { key: ['key', 'bigint'] }),
  )
  return passwords
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
})

async function insertLocations(tx: Tx, plan: Plan, rowOf: (fields: Fields) => Row, at: Date): Promise<void> {
  const properties = Object.keys(locationMap)
  const columns = properties.filter((name) => name !== 'index').map((name) => locationMap[name]![0])
  for (const chunk of chunks(plan.newLocations)) {
    const list = chunk.map(({ fields }, index) => ({ ...rowOf(fields), index }))
    const inserted = await sql<{ id: number }>`
      insert into locations (${sql.raw(columns.join(', '))}, created_at)
      select ${sql.raw(columns.join(', '))}, ${at} from ${rows(list, locationMap, properties)} order by index
      returning id`.execute(tx)
    const ids = inserted.rows.map(({ id }) => id).sort((a, b) => a - b)
    for (const [index, location] of chunk.entries()) plan.idOf.set(location, ids[index]!)
  }
}

const distinct = (evses: { stationId: string; number: number }[]) => [
  ...new Map(evses.map((evse) => [JSON.stringify([evse.stationId, evse.number]), evse])).values(),
]
