import {
  type Codec,
  codecOf,
  Inexpressible,
  type OcpiVersion,
  ocpiVersions,
  write,
} from '@stationmaster/ocpi'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import {
  contractAt,
  type FleetContract,
  pricedBy,
  vatBpUnder,
} from '../../../charging/drivers/terms/contract.ts'
import { loadContracts } from '../../../charging/drivers/terms/contract-store.ts'
import { listConnected } from '../../partners/store.ts'
import { type OwnTariff, tariffOf } from '../tariffs/tariff.ts'
import { loadPlaces, type Place, type PublishingParts } from './network.ts'
import { listPartnerTariffs, savePartnerTariffs } from './partner-tariff-store.ts'
import { isSame, type Shown, stamped, stampedLocation } from './stamps.ts'
import {
  listShown,
  loadPublished,
  lockShown,
  type ShownModule,
  type ShownObject,
  saveShown,
} from './store.ts'

/** Brings what partners are shown up to date, all of it or some locations alone; gives what has changed for them. */
export const refreshShown = (parts: PublishingParts, only?: readonly number[]): Promise<ShownObject[]> =>
  inTransaction(parts.db, (tx) => refresh(tx, parts, only))

async function refresh(tx: Tx, parts: PublishingParts, only?: readonly number[]): Promise<ShownObject[]> {
  await lockShown(tx)
  const at = parts.clock.now()
  const { locationIds, tariffIds } = await loadPublished(tx)
  const ids = only ? locationIds.filter((id) => only.includes(id)) : locationIds
  const places = await loadPlaces(tx, parts, ids)
  const before = new Map((await listShown(tx, only)).map((one) => [keyOf(one), one]))
  const common = ocpiVersions.flatMap((version) => {
    const known = [...before.values()].filter((one) => one.version === version)
    return [
      ...locationsOf(version, places, { before, known, at }),
      // a tariff may hold at other locations as well
      ...(only ? [] : tariffsOf(version, publishedOf(places, tariffIds), { before, known, at })),
    ]
  })
  await saveShown(tx, common)
  const own = only ? [] : await ownTariffs(tx, parts, publishedOf(places, tariffIds))
  await savePartnerTariffs(tx, own)
  const changed = [...common, ...own]
  await parts.changed(tx, changed)
  return changed
}

/** Tariffs as partners that have agreed on prices see them: at the prices that their sessions are charged at from now on. */
async function ownTariffs(
  tx: Tx,
  parts: PublishingParts,
  tariffs: readonly OwnTariff[],
): Promise<ShownObject[]> {
  const companies = await parts.contractCompanies(tx)
  if (companies.size === 0) return []
  const at = parts.clock.now()
  const contracts = await loadContracts(tx, [...companies.values()], parts.timeZone)
  const shown = await listPartnerTariffs(tx)
  return (await listConnected(tx)).flatMap(({ id: partnerId, version: spoken }) => {
    const version = ocpiVersions.find((one) => one === spoken)
    const fleetId = companies.get(partnerId)
    if (version === undefined || fleetId === undefined) return []
    const contract = contractAt(contracts.get(fleetId) ?? [], at)
    const known = shown.filter((one) => one.partnerId === partnerId && one.version === version)
    const before = new Map(known.map((one) => [keyOf(one), one]))
    const agreed = tariffs.map((tariff) => underContract(tariff, contract, at))
    return tariffsOf(version, agreed, { before, known, at, partnerId })
  })
}

/** A tariff at the prices and with the VAT of a contract, under the name by which locations name it. */
function underContract(tariff: OwnTariff, contract: FleetContract | undefined, at: Date): OwnTariff {
  if (!contract) return tariff
  const version = pricedBy(contract, tariff.version, at).version ?? tariff.version
  return { ...tariff, version, vatBp: vatBpUnder(contract.vat, tariff.vatBp) }
}

const publishedOf = (places: readonly Place[], tariffIds: ReadonlySet<number>): OwnTariff[] =>
  places.flatMap(({ location, tariffs }) =>
    location ? tariffs.filter(({ tariffId }) => tariffIds.has(tariffId)).map(({ tariff }) => tariff) : [],
  )

interface Known {
  before: ReadonlyMap<string, ShownObject>
  /** those of the version */
  known: readonly ShownObject[]
  at: Date
  /** the partner that sees them so; none: all */
  partnerId?: number
}

const keyOf = ({ version, module, objectId }: Pick<ShownObject, 'version' | 'module' | 'objectId'>): string =>
  `${version} ${module} ${objectId}`

/** Locations that partners see otherwise than before. What is shown no more stays, with all its EVSEs removed. */
function locationsOf(
  version: OcpiVersion,
  places: readonly Place[],
  { before, known, at }: Known,
): ShownObject[] {
  const { location: codec } = codecOf(version)
  const now = new Map<string, Shown | null>(
    known.filter(({ module }) => module === 'locations').map(({ objectId }) => [objectId, null]),
  )
  for (const { location } of places) if (location) now.set(location.id, jsonOf(codec, location) ?? null)
  return [...now].flatMap(([objectId, json]) => {
    const key = { version, module: 'locations' as const, objectId }
    const last = before.get(keyOf(key))
    if (!json && !last) return []
    return changeOf(key, last, stampedLocation(last?.body, json, at.toISOString()))
  })
}

/** Tariffs that partners see otherwise than before, and those that they see no more. */
function tariffsOf(
  version: OcpiVersion,
  published: readonly OwnTariff[],
  { before, known, at, partnerId }: Known,
): ShownObject[] {
  const { tariff: codec } = codecOf(version)
  const now = new Map(published.map((tariff) => [tariff.id, jsonOf(codec, tariffOf(tariff))]))
  const gone = known.filter(
    ({ module, objectId, removedAt }) => module === 'tariffs' && removedAt === null && !now.get(objectId),
  )
  const present = [...now].flatMap(([objectId, json]) => {
    const key = { version, module: 'tariffs' as const, objectId }
    const last = before.get(keyOf(key))
    const shown = last?.removedAt === null ? last : undefined
    return json ? changeOf(key, shown, stamped(shown?.body, json, at.toISOString()), partnerId) : []
  })
  return [...present, ...gone.map((one) => ({ ...one, removedAt: at }))]
}

/** An object as it is stored, if partners see it otherwise than before: two changes may have the same stamp. */
function changeOf(
  key: { version: OcpiVersion; module: ShownModule; objectId: string },
  last: ShownObject | undefined,
  body: Shown,
  partnerId?: number,
): ShownObject[] {
  if (last && isSame(last.body, body)) return []
  const lastUpdated = new Date(String(body.last_updated))
  return [{ ...key, body, lastUpdated, removedAt: null, partnerId: partnerId ?? null }]
}

/** The JSON of an object; undefined: the version cannot express it at all. */
function jsonOf<T>(codec: Codec<T>, value: T): Shown | undefined {
  try {
    return write(codec, value) as Shown
  } catch (error) {
    if (error instanceof Inexpressible) return undefined
    throw error
  }
}
