import type { IncidentKind } from '@stationmaster/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { LiveBus } from '../../../../platform/general/live.ts'
import type { Jobs } from '../../../../platform/jobs/jobs.ts'
import { leaseMs } from '../../../../platform/nodes/membership.ts'
import { longestRunMs } from '../../../../platform/nodes/node-store.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { IncidentBook } from '../book.ts'
import { groupsOf, type Trouble } from '../grouping.ts'
import { closesItself, isSeverer, severityOf } from '../rules.ts'
import type { Fresh, Look } from '../sources/fresh.ts'
import { sources } from '../sources/sources.ts'
import { countCrowd, loadTraits } from '../sources/trait-store.ts'
import type { NewEntry } from '../store.ts'
import {
  findMeasure,
  lockLooking,
  type Standing,
  updateClosed,
  updateSeverities,
  updateStandings,
} from './change-store.ts'
import { entryOf } from './entries.ts'
import { keepGroups } from './keep-groups.ts'
import { type Held, listHeld, listHeldKinds } from './member-store.ts'

interface WatchParts {
  db: Db
  clock: Clock
  jobs: Jobs
  live: LiveBus
  book: IncidentBook
}

/** what began within so long is looked at together with what is new: silences come at once, other troubles one after another */
const togetherMs = (kind: IncidentKind): number => (kind === 'silence' ? 30 * MINUTE_MS : 6 * HOUR_MS)

/** Looks once a minute for what newly goes wrong and for what is over, and keeps the incidents. */
export class IncidentWatch {
  /** start of this server */
  private readonly begun: Date

  constructor(private readonly parts: WatchParts) {
    this.begun = parts.clock.now()
    parts.jobs.schedule('incidents', '* * * * *', () => this.look())
  }

  /** Any node may do this at any time: what it finds a second time changes nothing. */
  async look(): Promise<void> {
    const { db, clock, live, book } = this.parts
    const changed = await inTransaction(db, async (tx) => {
      await lockLooking(tx)
      const now = clock.now()
      const oldest = now.getTime() - (await longestRunMs(tx, leaseMs))
      const look = { now, upSince: new Date(Math.min(this.begun.getTime(), oldest)) }
      const held = await listHeldKinds(tx)
      const entries: NewEntry[] = []
      for (const { kind, list, end } of sources) {
        if (held.has(kind)) await end(tx, look)
        const fresh = await list(tx, look)
        if (fresh.some(({ due }) => due)) entries.push(...(await place(tx, kind, fresh, look)))
      }
      const { standings, entries: closed } = await reckon(tx, now)
      await book.write(tx, [...entries, ...closed])
      return standings
    })
    for (const { id, locationId } of changed)
      live.publish({ topic: 'incident', id, locationId: locationId ?? 0 })
  }
}

/** Finds what belongs together of what is new and what began shortly before, and keeps it. */
async function place(
  tx: Tx,
  kind: IncidentKind,
  fresh: readonly Fresh[],
  { now }: Look,
): Promise<NewEntry[]> {
  const held = await listHeld(tx, kind, new Date(now.getTime() - togetherMs(kind)))
  const all = [...fresh, ...held]
  const ids = all.flatMap(({ stationId }) => stationId ?? [])
  const crowd = ids.length === 0 ? { total: 0, sharing: new Map() } : await countCrowd(tx)
  const traits = await loadTraits(tx, ids)
  const due = new Set([...fresh.filter((one) => one.due), ...held].map(({ subject }) => subject))
  const groups = groupsOf(
    kind,
    all.map((one) => troubleOf(one, traits)),
    crowd,
  ).filter(({ subjects }) => subjects.some((subject) => due.has(subject)))
  return keepGroups(tx, { kind, groups, fresh, held, now })
}

/** Reckons what incidents touch and cost, makes them as severe as that, and closes those that are calm. */
async function reckon(tx: Tx, now: Date): Promise<{ standings: Standing[]; entries: NewEntry[] }> {
  const standings = await updateStandings(tx, now)
  if (standings.length === 0) return { standings, entries: [] }
  const from = new Date(now.getTime() - 28 * DAY_MS).toISOString().slice(0, 10)
  const { stations: allStations, usualMinor } = await findMeasure(tx, from)
  const severer = standings.flatMap((one) => {
    const { id, kind, stationsNow: stations, lostMinor, isNew } = one
    const severity = severityOf({ kind, stations, allStations, lostMinor, usualMinor })
    return isSeverer(severity, one.severity) ? [{ id, severity, before: one.severity, isNew }] : []
  })
  await updateSeverities(tx, severer, now)
  const closing = standings.filter((one) => closesItself(one, now))
  await updateClosed(
    tx,
    closing.map(({ id }) => id),
    now,
  )
  const entries = [
    ...severer.flatMap(({ id, severity, before, isNew }) =>
      isNew ? [] : [entryOf(id, 'severity', now, { from: before, to: severity })],
    ),
    ...standings.flatMap(({ id, isFreshlyCalm }) => (isFreshlyCalm ? [entryOf(id, 'calm', now)] : [])),
    ...closing.map(({ id, stations, lostMinor }) =>
      entryOf(id, 'closed', now, { stations, lost_minor: lostMinor }),
    ),
  ]
  return { standings, entries }
}

function troubleOf(
  { subject, since, stationId, locationId, word, ...one }: Fresh | Held,
  traits: ReadonlyMap<string, Trouble['traits']>,
): Trouble {
  const named = (value: string | null) => (value === null ? [] : [value])
  return {
    subject,
    since,
    locationId,
    word,
    traits: {
      ...(stationId === null ? {} : traits.get(stationId)),
      ...(one.provider === null ? {} : { provider: named(one.provider) }),
      ...(one.firmware === null ? {} : { firmware: named(one.firmware) }),
      ...(one.server === null ? {} : { server: named(one.server) }),
    },
  }
}
