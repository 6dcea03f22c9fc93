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
import { tariffOf } from '../tariffs/tariff.ts'
import { loadPlaces, type Place, type PublishingParts } from './network.ts'
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
  const changed = ocpiVersions.flatMap((version) => {
    const known = [...before.values()].filter((one) => one.version === version)
    return [
      ...locationsOf(version, places, { before, known, at }),
      // a tariff may hold at other locations as well
      ...(only ? [] : tariffsOf(version, { places, tariffIds }, { before, known, at })),
    ]
  })
  await saveShown(tx, changed)
  await parts.changed(tx, changed)
  return changed
}

interface Known {
  before: ReadonlyMap<string, ShownObject>
  /** those of the version */
  known: readonly ShownObject[]
  at: Date
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
  { places, tariffIds }: { places: readonly Place[]; tariffIds: ReadonlySet<number> },
  { before, known, at }: Known,
): ShownObject[] {
  const { tariff: codec } = codecOf(version)
  const own = places.flatMap(({ location, tariffs }) =>
    location ? tariffs.filter(({ tariffId }) => tariffIds.has(tariffId)) : [],
  )
  const now = new Map(own.map(({ tariff }) => [tariff.id, jsonOf(codec, tariffOf(tariff))]))
  const gone = known.filter(
    ({ module, objectId, removedAt }) => module === 'tariffs' && removedAt === null && !now.get(objectId),
  )
  const present = [...now].flatMap(([objectId, json]) => {
    const key = { version, module: 'tariffs' as const, objectId }
    const last = before.get(keyOf(key))
    const shown = last?.removedAt === null ? last : undefined
    return json ? changeOf(key, shown, stamped(shown?.body, json, at.toISOString())) : []
  })
  return [...present, ...gone.map((one) => ({ ...one, removedAt: at }))]
}

/** An object as it is stored, if partners see it otherwise than before: two changes may have the same stamp. */
function changeOf(
  key: { version: OcpiVersion; module: ShownModule; objectId: string },
  last: ShownObject | undefined,
  body: Shown,
): ShownObject[] {
  if (last && isSame(last.body, body)) return []
  return [{ ...key, body, lastUpdated: new Date(String(body.last_updated)), removedAt: null }]
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
