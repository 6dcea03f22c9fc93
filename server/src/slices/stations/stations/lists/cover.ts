import type { FreedStations, Monetization, MonetizationCause } from '@stationmaster/contract'
import { auditAll } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { updateGivenAway } from '../../../places/locations/access/admission-store.ts'
import { deriveStatuses } from '../status/status-keeper.ts'
import { endExemptions, listEarning, listNamed, updateMonetization } from './owned-store.ts'

/** A station that is to earn. */
export interface Earner {
  id: string
  locationId: number
}

/** Why a station may not earn: its owner is not admitted, has no plan, or one that covers no more stations. */
export type Lack = 'admission' | 'plan' | 'room'

/** How a station is sold from then on, and why. */
export interface Switched {
  stationId: string
  to: Monetization
  cause: MonetizationCause
  /** null: nobody, time has passed */
  by: number | null
  at: Date
}

/** What may earn, and what stations bring. The slices of owners and plans know, and hear of nobody's stations without being asked. */
export interface Cover {
  /** Which of these stations may not earn, beside those that do; until the transaction ends that stays so. */
  lacking(tx: Tx, earners: readonly Earner[]): Promise<Map<string, Lack>>
  /** Which of these owners need a plan before a station of theirs may earn. */
  withoutPlan(db: Db, ownerIds: readonly number[]): Promise<ReadonlySet<number>>
  /** What stations brought in the 30 days before an instant, in minor units. */
  captured(db: Db, stationIds: readonly string[], at: Date): Promise<Map<string, number>>
  /** Keeps in their timelines that stations are sold in another way. */
  note(tx: Tx, all: readonly Switched[]): Promise<void>
}

/** Who changes how stations are sold; nobody, where time has passed. */
export interface SwitchedBy {
  caller: Pick<Caller, 'id'> | null
  remoteAddress?: string
  at: Date
}

/** Which stations somebody agreed to have free of charge. */
export type Agreed = readonly string[] | undefined

/** Has stations sold in another way, told by the audit log and their timelines; resolves to those that are another way now. */
export async function switchMonetization(
  tx: Tx,
  cover: Cover,
  from: SwitchedBy,
  { ids, to, cause }: { ids: readonly string[]; to: Monetization; cause: MonetizationCause },
): Promise<string[]> {
  const changed = await updateMonetization(tx, ids, to, from.at)
  if (changed.length === 0) return []
  await auditAll(
    tx,
    changed.map(({ id, before }) => ({
      ...from,
      action: 'station.monetize',
      subjectType: 'station',
      subjectId: id,
      before: columnsOf(before),
      after: { ...columnsOf(to), cause },
    })),
  )
  const by = from.caller?.id ?? null
  await cover.note(
    tx,
    changed.map(({ id }) => ({ stationId: id, to, cause, by, at: from.at })),
  )
  const switched = changed.map(({ id }) => id)
  await deriveStatuses(tx, switched, from.at)
  return switched
}

const columnsOf = (way: Monetization) => ({
  monetized: way !== 'free',
  ...(way === 'paused' ? { sales_paused: true } : {}),
})

/** Throws station.would_be_free, with names and money, unless somebody agreed to have each of these stations free of charge. */
export async function expectAgreed(
  tx: Tx,
  cover: Cover,
  ids: readonly string[],
  agreed: Agreed,
  at: Date,
): Promise<void> {
  const known = new Set(agreed)
  if (ids.every((id) => known.has(id))) return
  const captured = await cover.captured(tx, ids, at)
  const named = await listNamed(tx, ids)
  const details: FreedStations = {
    stations: named.map((station) => ({ ...station, captured: captured.get(station.id) ?? 0 })),
  }
  throw new Failure('station.would_be_free', details)
}

/** Who has another owner, or another role, and what was agreed to become free of charge by it. */
export interface OwnerChange extends SwitchedBy {
  cause: 'owner' | 'role' | 'import'
  agreed: Agreed
  /** stations that the same call frees besides, to be agreed to together */
  besides?: readonly string[]
}

/**
 * Has the stations of locations that have another owner now, or whose owner has another role, earn by the owner's plan only.
 * Throws station.would_be_free where that would make one free of charge that nobody agreed to.
 */
export async function ownerChanged(
  tx: Tx,
  cover: Cover,
  { cause, agreed, besides = [], ...from }: OwnerChange,
  of: { locationIds: readonly number[] } | { ownerId: number },
): Promise<string[]> {
  if ('locationIds' in of) await updateGivenAway(tx, of.locationIds)
  const earning = await listEarning(tx, of)
  const ids = earning.map(({ id }) => id)
  await endExemptions(tx, ids)
  const lacking = await cover.lacking(tx, earning)
  const off = [...lacking.keys()]
  await expectAgreed(tx, cover, [...besides, ...off], agreed, from.at)
  await switchMonetization(tx, cover, from, { ids: off, to: 'free', cause })
  await switchMonetization(tx, cover, from, { ids: ids.filter((id) => !lacking.has(id)), to: 'paid', cause })
  return off
}
