import {
  contract,
  type RoamingLocation,
  type RoamingPreview,
  type RoamingTariff,
} from '@stationmaster/contract'
import { codecOf, lossesOf, type OcpiVersion, ocpiVersions, write } from '@stationmaster/ocpi'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { type AuditEntry, auditAll } from '../../../platform/general/audit.ts'
import { groupBy } from '../../../platform/general/group-by.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { pageByName } from '../../places/locations/store.ts'
import { loadTariffNames } from '../../places/tariffs/store.ts'
import { ourParty } from '../partners/calling/connect.ts'
import { missingOf } from './places/location.ts'
import { loadPlaces, type Place, type PublishingParts } from './shown/network.ts'
import { refreshShown } from './shown/refresh.ts'
import {
  listPublishedLocations,
  loadPublishedTariffs,
  setLocationsPublished,
  setTariffsPublished,
} from './shown/store.ts'
import { tariffLosses, tariffOf } from './tariffs/tariff.ts'

const { roamingPublishing: calls } = contract

/** What administrators show to partners, and see of it beforehand. */
export function publishingOfficeRoutes(rest: Rest, parts: PublishingParts): void {
  const { db } = parts

  route(rest, calls.locations, async ({ query }) => {
    await ourParty(parts)
    const { ids, total } = await pageByName(db, query)
    const locationIds = await listPublishedLocations(db, ids)
    const byId = new Map((await loadPlaces(db, parts, ids)).map((place) => [place.row.id, place]))
    const items = ids.flatMap((id) => byId.get(id) ?? []).map((place) => viewOf(place, locationIds))
    return { items, total }
  })

  route(rest, calls.setLocation, async ({ params, body, caller, remoteAddress }) => {
    const [view] = await publishLocations(parts, { ids: [params.id], ...body }, { caller, remoteAddress })
    if (!view) throw new Failure('location.not_found')
    return view
  })

  route(rest, calls.setLocations, ({ body, caller, remoteAddress }) =>
    publishLocations(parts, body, { caller, remoteAddress }),
  )

  route(rest, calls.preview, ({ params }) => previewOf(parts, params.id))

  route(rest, calls.tariffs, () => tariffsOf(parts))

  route(rest, calls.setTariff, ({ params, body, caller, remoteAddress }) =>
    publishTariffs(parts, { ids: [params.id], ...body }, { caller, remoteAddress }),
  )

  route(rest, calls.setTariffs, ({ body, caller, remoteAddress }) =>
    publishTariffs(parts, body, { caller, remoteAddress }),
  )
}

interface Choice {
  ids: readonly number[]
  published: boolean
}
type By = Pick<AuditEntry, 'caller' | 'remoteAddress'>

/** Publishes locations, or takes them back, and shows partners what changes by it. */
async function publishLocations(parts: PublishingParts, choice: Choice, by: By): Promise<RoamingLocation[]> {
  const { db, clock } = parts
  const { published } = choice
  const ids = [...new Set(choice.ids)]
  await placesOf(parts, ids)
  await inTransaction(db, async (tx) => {
    const at = clock.now()
    const before = new Set(await listPublishedLocations(tx, ids))
    await setLocationsPublished(tx, ids, published, at)
    const change = {
      action: 'roaming_location.publish',
      subjectType: 'location',
      after: { published },
      at,
      ...by,
    }
    await auditAll(
      tx,
      ids.map((id) => ({ ...change, subjectId: id, before: { published: before.has(id) } })),
    )
  })
  await refreshShown(parts)
  const locationIds = await listPublishedLocations(db, ids)
  return (await placesOf(parts, ids)).map((place) => viewOf(place, locationIds))
}

/** The same of tariffs. */
async function publishTariffs(
  parts: PublishingParts,
  choice: Choice,
  by: By,
): Promise<{ published: boolean }> {
  const { db, clock } = parts
  const { published } = choice
  const ids = [...new Set(choice.ids)]
  if ((await loadTariffNames(db, ids)).size < ids.length) throw new Failure('roaming.tariff_not_found')
  await inTransaction(db, async (tx) => {
    const at = clock.now()
    const before = await loadPublishedTariffs(tx)
    await setTariffsPublished(tx, ids, published, at)
    const change = {
      action: 'roaming_tariff.publish',
      subjectType: 'tariff',
      after: { published },
      at,
      ...by,
    }
    await auditAll(
      tx,
      ids.map((id) => ({ ...change, subjectId: id, before: { published: before.has(id) } })),
    )
  })
  await refreshShown(parts)
  return { published }
}

/** Locations; throws location.not_found, or roaming.no_party while nobody has named who we are. */
async function placesOf(parts: PublishingParts, ids: readonly number[]): Promise<Place[]> {
  await ourParty(parts)
  const places = await loadPlaces(parts.db, parts, ids)
  if (places.length < ids.length) throw new Failure('location.not_found')
  return places
}

const viewOf = ({ row, connectors }: Place, published: readonly number[]): RoamingLocation => ({
  id: row.id,
  name: row.name,
  city: row.city,
  published: published.includes(row.id),
  evses: new Set(connectors.map(({ stationId, evseNumber }) => `${evseNumber} ${stationId}`)).size,
  missing: missingOf(row, connectors.length),
})

async function previewOf(parts: PublishingParts, id: number): Promise<RoamingPreview> {
  const [place] = await placesOf(parts, [id])
  if (!place) throw new Failure('location.not_found')
  const locationIds = await listPublishedLocations(parts.db, [id])
  const tariffIds = await loadPublishedTariffs(parts.db)
  const names = await loadTariffNames(
    parts.db,
    place.tariffs.map(({ tariffId }) => tariffId),
  )
  return {
    location: viewOf(place, locationIds),
    versions: ocpiVersions.map((version) => {
      const { location: codec } = codecOf(version)
      const { location } = place
      return {
        version,
        location: location ? (write(codec, location) as Record<string, unknown>) : null,
        losses: location ? lossesOf(codec, location) : [],
        tariffs: place.tariffs.map(({ tariffId, tariff }) => ({
          id: tariffId,
          name: names.get(tariffId) ?? String(tariffId),
          published: tariffIds.has(tariffId),
          json: write(codecOf(version).tariff, tariffOf(tariff)) as Record<string, unknown>,
          losses: tariffLosses(tariff, version),
        })),
      }
    }),
  }
}

/** The tariffs of all published locations, and the others that are published. */
async function tariffsOf(parts: PublishingParts): Promise<RoamingTariff[]> {
  const locationIds = await listPublishedLocations(parts.db, undefined)
  const tariffIds = await loadPublishedTariffs(parts.db)
  const places = await loadPlaces(parts.db, parts, locationIds)
  const held = groupBy(
    places.flatMap(({ tariffs }) => tariffs),
    ({ tariffId }) => tariffId,
  )
  const names = await loadTariffNames(parts.db, [...new Set([...held.keys(), ...tariffIds])])
  const lossesAt = (id: number, version: OcpiVersion) => [
    ...new Set((held.get(id) ?? []).flatMap(({ tariff }) => tariffLosses(tariff, version))),
  ]
  return [...names]
    .map(([id, name]) => ({
      id,
      name,
      published: tariffIds.has(id),
      losses: ocpiVersions.map((version) => ({ version, names: lossesAt(id, version) })),
    }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id)
}
