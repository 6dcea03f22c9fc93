import {
  contract,
  type RoamingLocation,
  type RoamingPreview,
  type RoamingTariff,
} from '@stationmaster/contract'
import { codecOf, lossesOf, type OcpiVersion, ocpiVersions, write } from '@stationmaster/ocpi'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import { groupBy } from '../../../platform/general/group-by.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { pageByName } from '../../places/locations/store.ts'
import { loadTariffNames } from '../../places/tariffs/store.ts'
import { ourParty } from '../partners/calling/connect.ts'
import { missingOf } from './places/location.ts'
import { loadPlaces, type Place, type PublishingParts } from './shown/network.ts'
import { refreshShown } from './shown/refresh.ts'
import { loadPublished, setLocationPublished, setTariffPublished } from './shown/store.ts'
import { tariffLosses, tariffOf } from './tariffs/tariff.ts'

const { roamingPublishing: calls } = contract

/** What administrators show to partners, and see of it beforehand. */
export function publishingOfficeRoutes(rest: Rest, parts: PublishingParts): void {
  const { db, clock } = parts

  route(rest, calls.locations, async ({ query }) => {
    await ourParty(parts)
    const { ids, total } = await pageByName(db, query)
    const { locationIds } = await loadPublished(db)
    const byId = new Map((await loadPlaces(db, parts, ids)).map((place) => [place.row.id, place]))
    const items = ids.flatMap((id) => byId.get(id) ?? []).map((place) => viewOf(place, locationIds))
    return { items, total }
  })

  route(rest, calls.setLocation, async ({ params, body, caller, remoteAddress }) => {
    const { id } = params
    const { published } = body
    await placeOf(parts, id)
    await inTransaction(db, async (tx) => {
      const at = clock.now()
      const before = { published: (await loadPublished(tx)).locationIds.includes(id) }
      await setLocationPublished(tx, id, published, at)
      const change = { action: 'roaming_location.publish', subjectType: 'location', subjectId: id }
      await audit(tx, { ...change, caller, remoteAddress, before, after: { published }, at })
    })
    await refreshShown(parts)
    return viewOf(await placeOf(parts, id), (await loadPublished(db)).locationIds)
  })

  route(rest, calls.preview, ({ params }) => previewOf(parts, params.id))

  route(rest, calls.tariffs, () => tariffsOf(parts))

  route(rest, calls.setTariff, async ({ params, body, caller, remoteAddress }) => {
    const { id } = params
    const { published } = body
    if ((await loadTariffNames(db, [id])).size === 0) throw new Failure('roaming.tariff_not_found')
    await inTransaction(db, async (tx) => {
      const at = clock.now()
      const before = { published: (await loadPublished(tx)).tariffIds.has(id) }
      await setTariffPublished(tx, id, published, at)
      const change = { action: 'roaming_tariff.publish', subjectType: 'tariff', subjectId: id }
      await audit(tx, { ...change, caller, remoteAddress, before, after: { published }, at })
    })
    await refreshShown(parts)
    return { published }
  })
}

/** A location; throws location.not_found, or roaming.no_party while nobody has named who we are. */
async function placeOf(parts: PublishingParts, id: number): Promise<Place> {
  await ourParty(parts)
  const [place] = await loadPlaces(parts.db, parts, [id])
  if (!place) throw new Failure('location.not_found')
  return place
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
  const place = await placeOf(parts, id)
  const published = await loadPublished(parts.db)
  return {
    location: viewOf(place, published.locationIds),
    versions: ocpiVersions.map((version) => {
      const { location: codec } = codecOf(version)
      const { location } = place
      return {
        version,
        location: location ? (write(codec, location) as Record<string, unknown>) : null,
        losses: location ? lossesOf(codec, location) : [],
        tariffs: place.tariffs.map(({ tariffId, tariff }) => ({
          id: tariffId,
          published: published.tariffIds.has(tariffId),
          json: write(codecOf(version).tariff, tariffOf(tariff)) as Record<string, unknown>,
          losses: tariffLosses(tariff, version),
        })),
      }
    }),
  }
}

/** The tariffs of all published locations, and the others that are published. */
async function tariffsOf(parts: PublishingParts): Promise<RoamingTariff[]> {
  const { locationIds, tariffIds } = await loadPublished(parts.db)
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
