import {
  type Codec,
  codecOf,
  Inexpressible,
  type OcpiVersion,
  ocpiVersions,
  write,
} from '@stationmaster/ocpi'
import { dayOf } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Tx } from '../../../../platform/schema/schema.ts'
import {
  contractAt,
  type FleetContract,
  pricedBy,
  vatBpUnder,
} from '../../../charging/drivers/terms/contract.ts'
import { loadContracts } from '../../../charging/drivers/terms/contract-store.ts'
import { listTurned } from '../../../places/tariffs/store.ts'
import { listConnected } from '../../partners/store.ts'
import { type OwnTariff, tariffOf } from '../tariffs/tariff.ts'
import { type Held, listCovered, listHeld, moveLook, saveHeld, takeMarks } from './marks-store.ts'
import { loadPlaces, type Place, type PublishingParts } from './network.ts'
import { differInStatus, isSame, type Shown, stamped, stampedLocation } from './stamps.ts'
import {
  listPublishedLocations,
  listShown,
  loadPublishedTariffs,
  lockShown,
  type ShownIds,
  type ShownObject,
  saveShown,
} from './store.ts'

/** Brings what partners are shown up to date, where something has changed or all of it; gives what has changed for them. */
export const refreshShown = (
  parts: PublishingParts,
  wanted: 'marked' | 'all' = 'marked',
): Promise<ShownObject[]> => inTransaction(parts.db, (tx) => refresh(tx, parts, wanted))

async function refresh(tx: Tx, parts: PublishingParts, wanted: 'marked' | 'all'): Promise<ShownObject[]> {
  await lockShown(tx)
  const at = parts.clock.now()
  const only = await takeExtent(tx, parts, { wanted, at })
  if (only?.locationIds.length === 0 && only.tariffIds.length === 0) return []
  const places = await loadPlaces(tx, parts, await listPublishedLocations(tx, only?.locationIds))
  const turned = await saveHeld(tx, heldAt(places), only?.locationIds)
  // where a location has only another status, its tariffs are as they were
  const stake = only && [...new Set([...only.tariffIds, ...turned])]
  const published = await loadPublishedTariffs(tx)
  const held = await listHeld(tx, stake)
  const shown = await listShown(tx, only && { locationIds: only.locationIds, tariffIds: stake ?? [] })
  const now: Now = {
    at,
    before: new Map(shown.map((one) => [keyOf(one), one])),
    tariffs: publishedAt(places).filter(
      ({ id }) => published.has(Number(id)) && (!stake || stake.includes(Number(id))),
    ),
    isShown: (id) => held.has(id) && published.has(id),
  }
  const common = ocpiVersions.flatMap((version) => [
    ...locationsOf(version, places, now),
    ...tariffsOf({ version, partnerId: null }, now),
  ])
  const changed = [...common, ...(await ownTariffs(tx, parts, now))]
  await saveShown(tx, changed)
  await parts.changed(tx, changed)
  return changed
}

/** What is to be reckoned again; undefined: everything. VAT and contracts change from one day to the next. */
async function takeExtent(
  tx: Tx,
  { timeZone }: PublishingParts,
  { wanted, at }: { wanted: 'marked' | 'all'; at: Date },
): Promise<ShownIds | undefined> {
  const before = await moveLook(tx, at)
  const marks = await takeMarks(tx)
  const isSameDay = before !== undefined && dayOf(before, timeZone) === dayOf(at, timeZone)
  if (wanted === 'all' || marks.all || !isSameDay) return undefined
  const tariffIds = [...marks.tariffIds, ...(await listTurned(tx, { after: before, until: at }))]
  const covered = tariffIds.length === 0 ? [] : await listCovered(tx, tariffIds)
  return { locationIds: [...new Set([...marks.locationIds, ...covered])], tariffIds }
}

const heldAt = (places: readonly Place[]): Held[] =>
  places.flatMap(({ row, location, tariffs }) =>
    location ? tariffs.map(({ tariffId }) => ({ locationId: row.id, tariffId })) : [],
  )

/** Tariffs as partners that have agreed on prices see them: at the prices that their sessions are charged at from now on. */
async function ownTariffs(tx: Tx, parts: PublishingParts, now: Now): Promise<ShownObject[]> {
  const companies = await parts.contractCompanies(tx)
  if (companies.size === 0) return []
  const contracts = await loadContracts(tx, [...companies.values()], parts.timeZone)
  return (await listConnected(tx)).flatMap(({ id: partnerId, version: spoken }) => {
    const version = ocpiVersions.find((one) => one === spoken)
    const fleetId = companies.get(partnerId)
    if (version === undefined || fleetId === undefined) return []
    const contract = contractAt(contracts.get(fleetId) ?? [], now.at)
    const tariffs = now.tariffs.map((tariff) => underContract(tariff, contract, now.at))
    return tariffsOf({ version, partnerId }, { ...now, tariffs })
  })
}

/** A tariff at the prices and with the VAT of a contract, under the name by which locations name it. */
function underContract(tariff: OwnTariff, contract: FleetContract | undefined, at: Date): OwnTariff {
  if (!contract) return tariff
  const version = pricedBy(contract, tariff.version, at).version ?? tariff.version
  return { ...tariff, version, vatBp: vatBpUnder(contract.vat, tariff.vatBp) }
}

const publishedAt = (places: readonly Place[]): OwnTariff[] =>
  places.flatMap(({ location, tariffs }) => (location ? tariffs.map(({ tariff }) => tariff) : []))

/** What is reckoned again. */
interface Now {
  at: Date
  /** as they were shown last */
  before: ReadonlyMap<string, ShownObject>
  /** the published ones among them */
  tariffs: readonly OwnTariff[]
  /** whether a tariff is published and holds somewhere, here or elsewhere */
  isShown(tariffId: number): boolean
}

const keyOf = ({
  version,
  module,
  objectId,
  partnerId,
}: Pick<ShownObject, 'version' | 'module' | 'objectId' | 'partnerId'>): string =>
  `${version} ${module} ${objectId} ${partnerId}`

/** Locations that partners see otherwise than before. What is shown no more stays, with all its EVSEs removed. */
function locationsOf(
  version: OcpiVersion,
  places: readonly Place[],
  { before, at }: Pick<Now, 'before' | 'at'>,
): ShownObject[] {
  const { location: codec } = codecOf(version)
  const now = new Map<string, Shown | null>()
  for (const one of before.values())
    if (one.version === version && one.module === 'locations') now.set(one.objectId, null)
  for (const { location } of places) if (location) now.set(location.id, jsonOf(codec, location) ?? null)
  return [...now].flatMap(([objectId, json]) => {
    const key = { version, module: 'locations' as const, objectId, partnerId: null }
    const last = before.get(keyOf(key))
    if (!json && !last) return []
    return changeOf(key, last, stampedLocation(last?.body, json, after(last, at).toISOString()))
  })
}

/** Tariffs that partners, or one that has agreed on prices, see otherwise than before, and those that they see no more. */
function tariffsOf(
  shelf: { version: OcpiVersion; partnerId: number | null },
  { before, at, tariffs, isShown }: Now,
): ShownObject[] {
  const { tariff: codec } = codecOf(shelf.version)
  const now = new Map(tariffs.map((tariff) => [tariff.id, jsonOf(codec, tariffOf(tariff))]))
  const isLeft = (id: string) => (now.has(id) ? now.get(id) !== undefined : isShown(Number(id)))
  const gone = [...before.values()].filter(
    ({ version, module, partnerId, objectId, removedAt }) =>
      version === shelf.version &&
      module === 'tariffs' &&
      partnerId === shelf.partnerId &&
      removedAt === null &&
      !isLeft(objectId),
  )
  const present = [...now].flatMap(([objectId, json]) => {
    const key = { ...shelf, module: 'tariffs' as const, objectId }
    const last = before.get(keyOf(key))
    const shown = last?.removedAt === null ? last : undefined
    return json ? changeOf(key, shown, stamped(shown?.body, json, after(last, at).toISOString())) : []
  })
  return [...present, ...gone.map((one) => ({ ...one, removedAt: at }))]
}

/** An instant later than the last change of an object, so that stamps tell its changes apart. */
const after = (last: ShownObject | undefined, at: Date): Date =>
  last && last.lastUpdated >= at ? new Date(last.lastUpdated.getTime() + 1) : at

/** An object as it is stored, if partners see it otherwise than before: two changes may have the same stamp. */
function changeOf(
  key: Pick<ShownObject, 'version' | 'module' | 'objectId' | 'partnerId'>,
  last: ShownObject | undefined,
  body: Shown,
): ShownObject[] {
  if (last && isSame(last.body, body)) return []
  const lastUpdated = new Date(String(body.last_updated))
  const isStatus = last !== undefined && key.module === 'locations' && differInStatus(last.body, body)
  return [{ ...key, body, lastUpdated, removedAt: null, wholeAt: isStatus ? last.wholeAt : lastUpdated }]
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
