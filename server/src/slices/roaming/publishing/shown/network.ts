import type { Location } from '@stationmaster/ocpi'
import { dayOf } from '@stationmaster/units'
import type { Clock } from '../../../../platform/general/clock.ts'
import { groupBy } from '../../../../platform/general/group-by.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { inForce } from '../../../money/contracts/rules.ts'
import { listTerms } from '../../../money/contracts/store.ts'
import { type ListedRow, listForPartners } from '../../../places/locations/store.ts'
import { loadEffectiveVersions, loadVersionsAt, type StoredVersion } from '../../../places/tariffs/store.ts'
import { loadAbilities } from '../../../stations/stations/description/configuration-store.ts'
import { type ListedConnector, listListedConnectors } from '../../../stations/stations/lists/listed-store.ts'
import type { PartnerParts } from '../../partners/parts.ts'
import { findOurParty } from '../../partners/party-store.ts'
import { locationOf, type Publisher, unstamped } from '../places/location.ts'
import type { OwnTariff } from '../tariffs/tariff.ts'
import { loadPublishedTariffs, type ShownObject } from './store.ts'

export interface PublishingParts extends Pick<PartnerParts, 'db' | 'base'> {
  clock: Clock
  /** the network's */
  timeZone: string
  currency: string
  supportPhone: string | null
  /** the companies of partners that have ever agreed on prices, by partner: each is shown tariffs of its own */
  contractCompanies(db: Db): Promise<Map<number, number>>
  /** what partners are shown has changed; called in the transaction that records it */
  changed(tx: Tx, objects: readonly ShownObject[]): Promise<void>
}

/** What partners may see of a location, as it is now. */
export interface Place {
  row: ListedRow
  connectors: readonly ListedConnector[]
  /** undefined: it lacks something that partners must know */
  location: Location | undefined
  /** of its connectors, published or not, each with our own number of it */
  tariffs: { tariffId: number; tariff: OwnTariff }[]
}

/**
 * Locations as partners see them, or would, by id; those that are no more are left out. Empty while nobody has named who we are.
 */
export async function loadPlaces(
  db: Db,
  parts: Omit<PublishingParts, 'db'>,
  ids: readonly number[],
): Promise<Place[]> {
  const party = await findOurParty(db)
  if (!party || ids.length === 0) return []
  const now = parts.clock.now()
  const day = dayOf(now, parts.timeZone)
  const rows = await listForPartners(db, ids)
  const connectors = await listListedConnectors(db, ids)
  const abilities = await loadAbilities(db, ids)
  const prices = await loadEffectiveVersions(
    db,
    connectors.filter(({ monetized }) => monetized),
    now,
  )
  const legal = inForce(await listTerms(db, 'legal_details'), day)
  const published = await loadPublishedTariffs(db)
  const by: Publisher = { ...party, base: parts.base(), helpPhone: parts.supportPhone }
  const byLocation = groupBy(connectors, ({ locationId }) => locationId)
  return rows.map((row) => {
    const own = byLocation.get(row.id) ?? []
    const tariffIds = new Map<number, string[]>()
    const versions = new Map<number, StoredVersion>()
    for (const { id } of own) {
      const version = prices.get(id)
      if (!version) continue
      versions.set(version.id, version)
      if (published.has(version.tariffId)) tariffIds.set(id, [String(version.tariffId)])
    }
    const tariffs = [...versions.values()].map((version) => ({
      tariffId: version.tariffId,
      tariff: {
        countryCode: party.countryCode,
        partyId: party.partyId,
        id: String(version.tariffId),
        currency: parts.currency,
        version,
        // only sessions that are paid beforehand pay for the car's stay, and those of partners are paid by the month
        idle: null,
        vatBp: legal?.vatBp ?? null,
        lastUpdated: unstamped,
      },
    }))
    return {
      row,
      connectors: own,
      location: locationOf(row, { connectors: own, tariffIds, abilities }, by),
      tariffs,
    }
  })
}

/** The tariff by which a session's connector was named when it began, also where its partner has agreed on another one. */
export async function findPublicTariff(
  db: Db,
  { locationId, connectorId, transactionStart, createdAt }: OrderPlace,
): Promise<number | undefined> {
  const connector = (await listListedConnectors(db, [locationId])).find(({ id }) => id === connectorId)
  if (!connector) return undefined
  const [version] = await loadVersionsAt(db, [{ connector, at: transactionStart ?? createdAt }])
  return version?.tariffId
}

interface OrderPlace {
  locationId: number
  connectorId: number
  transactionStart: Date | null
  createdAt: Date
}
