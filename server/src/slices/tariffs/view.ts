import type {
  ConnectorFacet,
  ConnectorType,
  Current,
  LocationPricing,
  PriceChange,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/schema.ts'
import { visibleLocations } from '../managers/scope.ts'
import { standingOf } from './changes.ts'
import { type ChangeRow, listChanges } from './changes-store.ts'
import { simpleView } from './elements.ts'
import { type AssignableConnector, loadEffectiveVersions } from './store.ts'

/** Kinds of connectors with their counts, at some locations or at all that the caller may see. */
export async function listConnectorKinds(
  db: Db,
  caller: Caller,
  locationIds: readonly number[] | null,
): Promise<ConnectorFacet[]> {
  const here = locationIds === null ? sql`true` : sql`s.location_id = any(${locationIds}::bigint[])`
  const { rows } = await sql<{ type: ConnectorType; current: Current; power_w: number; count: number }>`
    select c.type, c.current, c.power_w, count(*) as count
    from connectors c join stations s on s.id = c.station_id
    where s.deleted_at is null and ${here} and ${visibleLocations(caller, 's.location_id')}
    group by 1, 2, 3 order by c.current, c.type, c.power_w`.execute(db)
  return rows.map(({ power_w, ...kind }) => ({ ...kind, power: power_w / 1000 }))
}

/** What a location's connectors cost now, what is planned, and what was. */
export async function viewPricing(
  db: Db,
  locationId: number,
  limit: number,
  now: Date,
): Promise<LocationPricing> {
  const [connectors, { rows, total }] = await Promise.all([
    listPriced(db, locationId, now),
    listChanges(db, locationId, limit),
  ])
  return { connectors, changes: standingOf(rows, now).map(viewChange), changes_total: total }
}

async function listPriced(db: Db, locationId: number, now: Date): Promise<LocationPricing['connectors']> {
  const { rows } = await sql<AssignableConnector & { type: ConnectorType; current: Current }>`
    select c.id, c.station_id as "stationId", s.location_id as "locationId", l.owner_id as "ownerId", c.type, c.current,
      c.power_w as "powerW"
    from connectors c join stations s on s.id = c.station_id join locations l on l.id = s.location_id
    where s.location_id = ${locationId} and s.deleted_at is null
    order by c.current, c.type, c.power_w, c.id`.execute(db)
  const versions = await loadEffectiveVersions(db, rows, now)
  const kinds = new Map<string, LocationPricing['connectors'][number]>()
  for (const { id, type, current, powerW } of rows) {
    const { tariff, rate, startFee } = simpleView(versions.get(id)?.elements ?? [])
    const key = JSON.stringify([type, current, powerW, tariff, rate, startFee])
    const kind = kinds.get(key)
    if (kind) kind.count += 1
    else kinds.set(key, { type, current, power: powerW / 1000, count: 1, tariff, rate, start_fee: startFee })
  }
  return [...kinds.values()]
}

function viewChange(row: ReturnType<typeof standingOf<ChangeRow>>[number]): PriceChange {
  const { tariff, rate, startFee } = simpleView(row.elements)
  return {
    id: row.id,
    state: row.state,
    type: row.type,
    current: row.current,
    power: row.powerW === null ? null : row.powerW / 1000,
    tariff,
    rate,
    start_fee: startFee,
    valid_from: row.validFrom.toISOString(),
    valid_to: row.validTo?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    created_by: person(row.createdBy, row.createdByName),
    canceled_at: row.canceledAt?.toISOString() ?? null,
    canceled_by: person(row.canceledBy, row.canceledByName),
    can: { cancel: row.state === 'planned' },
  }
}

const person = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
