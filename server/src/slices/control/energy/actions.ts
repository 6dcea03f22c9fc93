import { createHash, randomBytes } from 'node:crypto'
import type {
  EnergyFault,
  EnergyLimit,
  EnergySite,
  EnergySiteRead,
  energyLimitBody,
  energyPricesBody,
  energyReadingBody,
} from '@stationmaster/contract'
import { DAY_MS, HOUR_MS } from '@stationmaster/units'
import type { z } from 'zod'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { LiveBus } from '../../../platform/general/live.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { seesLocation } from '../../places/locations/access/scope-store.ts'
import { evsesOf } from './looking/facts.ts'
import { listPlugs } from './looking/facts-store.ts'
import { forbids, milliamperes, perPhaseMa, treeOf } from './site/tree.ts'
import * as store from './store.ts'
import { limitView } from './view.ts'

export interface EnergyParts {
  db: Db
  clock: Clock
  live: LiveBus
}

/** Whose call it is, and of which location. */
export interface At {
  caller: Caller
  remoteAddress: string
  locationId: number
}

type LimitBody = z.output<typeof energyLimitBody>

/** a limit by call ends at most this much later */
const longestMs = 366 * DAY_MS

/** Throws location.not_found where the caller may not see a location. */
export async function checkSeen(db: Db, caller: Caller, locationId: number): Promise<void> {
  if (!(await seesLocation(db, caller, locationId))) throw new Failure('location.not_found')
}

/** The site of a location; throws energy.site_missing. */
export async function getSite(db: Db, locationId: number): Promise<store.SiteRow> {
  const site = await store.findSite(db, locationId)
  if (!site) throw new Failure('energy.site_missing')
  return site
}

export function siteView({ version, enabled, body, hasKey, savedAt }: store.SiteRow): EnergySite {
  return {
    ...body,
    prices_week: body.prices_week ?? null,
    reduction: body.reduction ?? null,
    enabled,
    version,
    has_key: hasKey,
    saved_at: savedAt.toISOString(),
  }
}

/** The failure that says what is wrong with a tree: the first fault in words, all of them in its details. */
function failureOf(fault: EnergyFault, faults: readonly EnergyFault[]): Failure {
  const { kind, place, phase, sum_a: sum, fuse_a: fuse } = fault
  // an EVSE that is not placed forbids nothing
  const code = `energy.${kind as Exclude<EnergyFault['kind'], 'unplaced'>}` as const
  return new Failure(
    code,
    { faults },
    { place: place ?? '', phase: phase ?? '', sum: sum ?? '', fuse: fuse ?? '' },
  )
}

/** Saves a site that is safe; throws location.not_found, energy.changed, and energy.* for what is wrong with its tree. */
export async function saveSite(
  { db, clock, live }: EnergyParts,
  { caller, remoteAddress, locationId }: At,
  { version, enabled, ...body }: EnergySiteRead,
): Promise<EnergySite> {
  await checkSeen(db, caller, locationId)
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    const present = await store.lockSite(tx, locationId)
    if (version !== undefined && present !== undefined && version !== present)
      throw new Failure('energy.changed', { version: present })
    const { faults } = treeOf(body, evsesOf(await listPlugs(tx, locationId)))
    const fault = faults.find(forbids)
    if (fault) throw failureOf(fault, faults)
    await store.upsertSite(tx, locationId, { enabled, body }, { managerId: caller.id, at })
    const subject = { subjectType: 'location', subjectId: locationId }
    await audit(tx, {
      caller,
      remoteAddress,
      ...subject,
      action: 'energy.save',
      after: { enabled, ...body },
      at,
    })
  })
  live.publish({ topic: 'location', id: locationId, locationId })
  return siteView(await getSite(db, locationId))
}

/** Checks a limit and makes it one of a circuit; throws energy.circuit_missing, energy.limit_times. */
function limitOf(circuits: EnergySiteRead['circuits'], body: LimitBody, now: Date) {
  const { circuit: named, percent, limit_a, until, reason } = body
  const circuit = circuits.find(({ id, parent }) => (named === undefined ? parent === null : id === named))
  if (!circuit) throw new Failure('energy.circuit_missing')
  const endsAt = new Date(until)
  if (endsAt <= now || endsAt.getTime() - now.getTime() > longestMs) throw new Failure('energy.limit_times')
  return {
    circuit: circuit.id,
    percent: percent ?? null,
    limitMa: limit_a === undefined ? null : milliamperes(limit_a),
    startsAt: now,
    endsAt,
    reason,
  }
}

/** Limits a circuit from now on. Throws location.not_found, energy.site_missing, energy.circuit_missing, energy.limit_times. */
export async function addLimit(
  { db, clock, live }: EnergyParts,
  { caller, remoteAddress, locationId }: At,
  body: LimitBody,
): Promise<EnergyLimit> {
  await checkSeen(db, caller, locationId)
  const now = clock.now()
  const limit = limitOf((await getSite(db, locationId)).body.circuits, body, now)
  const id = await inTransaction(db, async (tx) => {
    const made = await store.insertLimitByCall(tx, locationId, limit, caller.id)
    const subject = { subjectType: 'location', subjectId: locationId }
    await audit(tx, {
      caller,
      remoteAddress,
      ...subject,
      action: 'energy.limit',
      after: { id: made, ...limit },
      at: now,
    })
    return made
  })
  live.publish({ topic: 'location', id: locationId, locationId })
  const row = (await store.listLimitsByCall(db, locationId, now)).find((one) => one.id === id)
  return limitView(row ?? { id, ...limit, firstName: null, lastName: null })
}

/**
 * Ends something of a location before its time and writes it to the audit log as `action`; `end` answers what stood until then.
 * Throws location.not_found, and what `end` throws.
 */
export async function endNow(
  { db, clock, live }: EnergyParts,
  { caller, remoteAddress, locationId }: At,
  action: string,
  end: (tx: Tx, at: Date) => Promise<object>,
): Promise<void> {
  await checkSeen(db, caller, locationId)
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    const before = await end(tx, at)
    const subject = { subjectType: 'location', subjectId: locationId }
    await audit(tx, { caller, remoteAddress, ...subject, action, before, at })
  })
  live.publish({ topic: 'location', id: locationId, locationId })
}

/** Ends a limit before its time; throws location.not_found, energy.limit_missing. */
export const endLimit = (parts: EnergyParts, where: At, id: number): Promise<void> =>
  endNow(parts, where, 'energy.end_limit', async (tx, at) => {
    const ended = await store.updateLimitEnded(tx, { locationId: where.locationId, id, at })
    if (!ended) throw new Failure('energy.limit_missing')
    return { id, ...ended }
  })

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')
const bearer = /^Bearer (site_[\w-]{20,100})$/

/** Makes the key of a site, or takes it away; answers the key. Throws location.not_found, energy.site_missing. */
export async function changeKey(
  { db, clock }: EnergyParts,
  { caller, remoteAddress, locationId }: At,
  has: boolean,
): Promise<string> {
  await checkSeen(db, caller, locationId)
  const key = `site_${randomBytes(24).toString('base64url')}`
  await inTransaction(db, async (tx) => {
    if (!(await store.updateKey(tx, locationId, has ? hashOf(key) : null)))
      throw new Failure('energy.site_missing')
    const action = has ? 'energy.add_key' : 'energy.end_key'
    const subject = { subjectType: 'location', subjectId: locationId }
    await audit(tx, { caller, remoteAddress, ...subject, action, at: clock.now() })
  })
  return key
}

/** The site of the sent key; throws energy.key. */
export async function siteOfKey(db: Db, authorization: string | undefined) {
  const key = bearer.exec(authorization ?? '')?.[1]
  const site = key === undefined ? undefined : await store.findByKey(db, hashOf(key))
  if (!site) throw new Failure('energy.key')
  return site
}

/** Takes in what a meter measures; throws energy.key, energy.circuit_missing. */
export async function takeReading(
  { db, clock }: EnergyParts,
  authorization: string | undefined,
  { circuit, others_a, surplus_a }: z.output<typeof energyReadingBody>,
): Promise<void> {
  const { locationId, body } = await siteOfKey(db, authorization)
  if (!body.circuits.some(({ id }) => id === circuit)) throw new Failure('energy.circuit_missing')
  const othersMa = [...perPhaseMa(others_a)]
  const surplusMa = surplus_a ? [...perPhaseMa(surplus_a)] : null
  await store.upsertReading(db, locationId, { circuit, othersMa, surplusMa, receivedAt: clock.now() })
}

/** Takes in prices, each until the next one, an hour at most; throws energy.key. */
export async function takePrices(
  { db }: EnergyParts,
  authorization: string | undefined,
  { prices }: z.output<typeof energyPricesBody>,
): Promise<void> {
  const { locationId } = await siteOfKey(db, authorization)
  const byTime = new Map(prices.map(({ from, price }) => [Date.parse(from), price]))
  const starts = [...byTime.keys()].toSorted((a, b) => a - b)
  const hours = starts.map((from, nth) => ({
    from,
    until: Math.min(starts[nth + 1] ?? Number.POSITIVE_INFINITY, from + HOUR_MS),
    price: byTime.get(from) ?? 0,
  }))
  await store.upsertPrices(db, locationId, hours)
}

/** Limits a circuit for the box of a grid operator; throws energy.key, energy.circuit_missing, energy.limit_times. */
export async function limitByKey(
  { db, clock, live }: EnergyParts,
  authorization: string | undefined,
  body: LimitBody,
): Promise<Pick<EnergyLimit, 'id' | 'circuit' | 'from' | 'until'>> {
  const { locationId, body: site } = await siteOfKey(db, authorization)
  const now = clock.now()
  const limit = limitOf(site.circuits, body, now)
  const id = await store.insertLimitByCall(db, locationId, limit, null)
  live.publish({ topic: 'location', id: locationId, locationId })
  const { circuit, startsAt, endsAt } = limit
  return { id, circuit, from: startsAt.toISOString(), until: endsAt.toISOString() }
}
