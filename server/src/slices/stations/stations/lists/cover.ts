import type { FreedStations, Monetization, MonetizationCause } from '@stationmaster/contract'
import { auditAll } from '../../../../platform/general/audit.ts'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { updateGivenAway } from '../../../places/locations/access/admission-store.ts'
import { deriveStatuses } from '../status/status-keeper.ts'
import { endExemptions, listEarning, listNamed, updateMonetization } from './owned-store.ts'

/** A station that shall be monetized. */
export interface Earner {
  id: string
  locationId: number
}

/** Why a station may not be monetized: its owner is not admitted, has no plan, or has a plan that covers no more stations. */
export type Lack = 'admission' | 'plan' | 'room'

/** A change of how a station is sold, with its cause. */
export interface Switched {
  stationId: string
  to: Monetization
  cause: MonetizationCause
  /** who changed it; null: nobody, a deadline has passed */
  by: number | null
  at: Date
}

/** What owners' plans and admissions allow, and what stations earned. Implemented by the slices of owners and plans, to the right. */
export interface Cover {
  /** Which of these stations may not be monetized in addition to those that are; holds until the transaction ends. */
  lacking(tx: Tx, earners: readonly Earner[]): Promise<Map<string, Lack>>
  /** Which of these owners need a plan before one of their stations may be monetized. */
  withoutPlan(db: Db, ownerIds: readonly number[]): Promise<ReadonlySet<number>>
  /** What stations earned in the 30 days before an instant, in minor units. */
  captured(db: Db, stationIds: readonly string[], at: Date): Promise<Map<string, number>>
  /** Records in the stations' timelines how they are sold now. */
  record(tx: Tx, all: readonly Switched[]): Promise<void>
}

/** Who changes how stations are sold; `caller` null: nobody, a deadline has passed. */
export interface SwitchedBy {
  caller: Pick<Caller, 'id'> | null
  remoteAddress?: string
  at: Date
}

/** The stations of which somebody agreed that they become free of charge. */
export type Agreed = readonly string[] | undefined

/** Changes how stations are sold, and records it in the audit log and their timelines; resolves to the stations that changed. */
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
  await cover.record(
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

/** Throws station.would_be_free, with names and earnings, unless somebody agreed that each of these stations becomes free of charge. */
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

/** A change of an owner or a role, and the stations that may become free of charge by it. */
export interface OwnerChange extends SwitchedBy {
  cause: 'owner' | 'role' | 'import'
  agreed: Agreed
  /** further stations that the same call makes free of charge, to be agreed to as well */
  besides?: readonly string[]
}

/**
 * Adapts the stations of locations with a new owner, or of an owner with a new role, to what the owner's plan covers. Throws
 * station.would_be_free when one would become free of charge without agreement.
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
