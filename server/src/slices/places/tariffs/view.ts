import type { LocationPricing, PriceChange } from '@stationmaster/contract'
import type { Db } from '../../../platform/schema/schema.ts'
import type { TariffsParts } from './actions.ts'
import { translate } from './at-station/translate.ts'
import { standingOf } from './changes/changes.ts'
import { type ChangeRow, getTimeZone, listChanges } from './changes/changes-store.ts'
import { type PriceBounds, simpleView, type TariffElement } from './elements.ts'
import { type IdleTerms, idlePriceOf } from './idle-terms.ts'
import type { PricedConnector } from './pricing/priced.ts'
import { windowsOf } from './pricing/windows.ts'
import { loadEffectiveVersions, type StoredVersion } from './store.ts'

/** What the connectors of a location, or of one of its stations, cost now, what is planned, and what was. */
export async function viewPricing(
  { db, clock, connectors }: Pick<TariffsParts, 'db' | 'clock' | 'connectors'>,
  { locationId, stationId, limit }: { locationId: number; stationId: string | null; limit: number },
): Promise<LocationPricing> {
  const now = clock.now()
  const [priced, { rows, total }, timeZone, stations] = await Promise.all([
    listPriced(db, ofStation(await connectors.list(db, locationId), stationId), now),
    listChanges(db, locationId, stationId, limit),
    getTimeZone(db, locationId),
    connectors.listStations(db, [locationId]),
  ])
  const numbers = new Map(stations.map(({ id, number }) => [id, number]))
  return {
    time_zone: timeZone,
    connectors: priced,
    changes: standingOf(rows, now).map((row) => viewChange(row, numbers)),
    changes_total: total,
  }
}

const ofStation = (connectors: readonly PricedConnector[], stationId: string | null) =>
  stationId === null ? connectors : connectors.filter((one) => one.stationId === stationId)

async function listPriced(
  db: Db,
  rows: readonly PricedConnector[],
  now: Date,
): Promise<LocationPricing['connectors']> {
  const versions = await loadEffectiveVersions(db, rows, now)
  const kinds = new Map<string, LocationPricing['connectors'][number]>()
  for (const { id, type, current, powerW } of rows) {
    const version = versions.get(id)
    const prices = { ...pricesOf(version), at_station: tellableOf(version) }
    const key = JSON.stringify([type, current, powerW, prices])
    const kind = kinds.get(key)
    if (kind) kind.count += 1
    else kinds.set(key, { type, current, power: powerW / 1000, count: 1, ...prices })
  }
  return [...kinds.values()]
}

/** A price without conditions of its own stands for each EVSE and currency. */
function tellableOf(version: StoredVersion | undefined): LocationPricing['connectors'][number]['at_station'] {
  if (!version) return { obstacles: ['no_price'], gaps: [] }
  const { obstacles, gaps } = translate({ version, idle: version.idle, currency: '', evse: 0 })
  return { obstacles, gaps }
}

function pricesOf(
  version: (Partial<PriceBounds> & { elements: TariffElement[]; idle: IdleTerms | null }) | undefined,
) {
  const { tariff, rate, startFee } = simpleView(version?.elements ?? [])
  return {
    tariff,
    rate,
    start_fee: startFee,
    windows: windowsOf(version?.elements ?? []),
    min_price: version?.minPriceMinor ?? null,
    max_price: version?.maxPriceMinor ?? null,
    idle: version?.idle ? idlePriceOf(version.idle) : null,
  }
}

function viewChange(
  row: ReturnType<typeof standingOf<ChangeRow>>[number],
  numbers: ReadonlyMap<string, number>,
): PriceChange {
  return {
    id: row.id,
    state: row.state,
    type: row.type,
    current: row.current,
    power: row.powerW === null ? null : row.powerW / 1000,
    station:
      row.stationId === null ? null : { id: row.stationId, number: numbers.get(row.stationId) ?? null },
    ...pricesOf({ ...row, ...row.bounds }),
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
