import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import type { Incoming } from '../../../control/intake/batch.ts'
import { addRule as addAlertRule } from '../../alerts/edit.ts'
import { updateAcknowledged } from '../../incidents/act-store.ts'
import { endFaulted } from '../../incidents/sources/station-source-store.ts'
import { insertEntries, type NewEntry } from '../../incidents/store.ts'
import {
  insertIncidents,
  updateClosed,
  updateSeverities,
  updateStandings,
} from '../../incidents/watching/change-store.ts'
import { entryOf } from '../../incidents/watching/entries.ts'
import { insertMembers } from '../../incidents/watching/member-store.ts'
import { addRule as addRepairRule } from '../../repairs/edit.ts'
import { insertAttempt } from '../../repairs/store/attempt-store.ts'
import { listRules, type RuleRow } from '../../repairs/store/rule-store.ts'
import { getManagerOf, listLocationIds } from '../store.ts'

const noticedAfterMs = 10 * MINUTE_MS
const acknowledgedAfterMs = 17 * MINUTE_MS
const repairAfterMinutes = 30
const calmMs = 15 * MINUTE_MS
/** so many of the last faults became incidents, if they lasted for so long */
const faultsMost = 6
const faultLeastMs = HOUR_MS

/** A fault of a connector that is over. */
interface Fault {
  stationId: string
  locationId: number | null
  connector: number
  word: string | null
  since: Date
  until: Date
}

interface Parts {
  db: Db
  clock: Clock
  timeZone: string
  secretKey: string
}

/** Makes rules that notify people of incidents and try repairs, and keeps how the last faults were handled: found, acknowledged and closed. */
export async function handlePast(parts: Parts, incoming: readonly Incoming[]): Promise<void> {
  const { db, clock } = parts
  const { id: operatorId } = await getManagerOf(db, 'operator')
  await addRules(parts, operatorId)
  const [rule] = await listRules(db, 'all')
  const calmBefore = clock.now().getTime() - calmMs
  const faults = faultsOf(incoming, await listLocationIds(db)).filter(
    ({ until }) => until.getTime() <= calmBefore,
  )
  for (const fault of faults.slice(-faultsMost))
    await inTransaction(db, (tx) => keep(tx, fault, { operatorId, rule }))
}

async function addRules(parts: Parts, operatorId: number): Promise<void> {
  const administrator = await getManagerOf(parts.db, 'administrator')
  const caller = { ...administrator, role: 'administrator', ownerId: null } as const
  const by = { caller, remoteAddress: '127.0.0.1' }
  const step = (id: number, minutes: number) => ({
    after_minutes: minutes,
    people: [{ id, mail: true, push: true }],
    channels: [],
  })
  await addAlertRule(parts, by, {
    name: 'What stops charging',
    on: true,
    severity: 'major',
    kinds: ['silence', 'fault', 'sessions'],
    locations: [],
    hours: null,
    urgent_severity: null,
    digest_minutes: 0,
    steps: [step(operatorId, 0), step(administrator.id, 15)],
  })
  await addRepairRule(parts, by, {
    name: 'Restart after a fault',
    repair: 'reset',
    kinds: ['fault'],
    locations: [],
    after_minutes: repairAfterMinutes,
    helped_minutes: 30,
    station_most: 2,
  })
}

/** The faults among what stations have said that lasted for long, in the order of their ends. */
function faultsOf(incoming: readonly Incoming[], locationOf: ReadonlyMap<string, number>): Fault[] {
  const open = new Map<string, Omit<Fault, 'until'>>()
  const over: Fault[] = []
  for (const { stationId, receivedAt: at, event } of incoming) {
    if (event.type !== 'connector.changed') continue
    const connector = event.at.ordinal ?? 1
    const key = `${stationId} ${connector}`
    const began = open.get(key)
    if (event.state === 'Faulted') {
      const locationId = locationOf.get(stationId) ?? null
      open.set(key, { stationId, locationId, connector, word: event.errorCode ?? null, since: at })
    } else if (began) {
      open.delete(key)
      if (at.getTime() - began.since.getTime() >= faultLeastMs) over.push({ ...began, until: at })
    }
  }
  return over.sort((a, b) => a.until.getTime() - b.until.getTime())
}

/** An incident of one fault, from its finding to its end. */
async function keep(
  tx: Tx,
  { until, ...fault }: Fault,
  { operatorId, rule }: { operatorId: number; rule: RuleRow | undefined },
): Promise<void> {
  const { stationId, locationId, since } = fault
  const after = (ms: number) => new Date(since.getTime() + ms)
  const [noticedAt, acknowledgedAt, repairAt, closedAt] = [
    after(noticedAfterMs),
    after(acknowledgedAfterMs),
    after(repairAfterMinutes * MINUTE_MS),
    new Date(until.getTime() + calmMs),
  ]
  const subject = `station:${stationId}`
  const evidence = { affected: 1, population: 1, others_affected: 0, others: 0, within_seconds: 0 }
  const place = { cause: 'station', value: null, evidence: JSON.stringify(evidence), locationId } as const
  const made = await insertIncidents(
    tx,
    [{ kind: 'fault', key: `fault:${subject}`, ...place, since }],
    noticedAt,
  )
  // the one that was just inserted
  const incidentId = [...made.values()][0]!
  await insertMembers(
    tx,
    'fault',
    [{ ...fault, incidentId, subject, orderId: null, ownMinor: 0, stops: true }],
    noticedAt,
  )
  await updateSeverities(tx, [{ id: incidentId, severity: 'minor' }], noticedAt)
  await updateAcknowledged(tx, incidentId, operatorId, acknowledgedAt)
  if (rule)
    await insertAttempt(
      tx,
      { ...fault, ruleId: rule.id, incidentId, kind: 'fault', subject },
      { repair: rule.repair, state: 'would', reason: null, at: repairAt },
    )
  await endFaulted(tx, { now: until, upSince: since })
  const [standing] = await updateStandings(tx, until)
  await updateClosed(tx, [incidentId], closedAt)
  const at = { noticedAt, acknowledgedAt, repairAt, until, closedAt }
  const lost = standing?.lostMinor ?? 0
  await insertEntries(tx, timelineOf(incidentId, at, { evidence, stationId, operatorId, rule, lost }))
}

/** What the timeline says of an incident that somebody acknowledged and that closed by itself. */
function timelineOf(
  incidentId: number,
  at: Record<'noticedAt' | 'acknowledgedAt' | 'repairAt' | 'until' | 'closedAt', Date>,
  of: {
    evidence: object
    stationId: string
    operatorId: number
    rule: RuleRow | undefined
    lost: number
  },
): NewEntry[] {
  const { rule, stationId, operatorId, evidence, lost } = of
  const person = { byKind: 'person', managerId: operatorId } as const
  const planned = rule && { rule: rule.id, name: rule.name, repair: rule.repair }
  return [
    entryOf(incidentId, 'opened', at.noticedAt, { cause: 'station', value: null, count: 1, ...evidence }),
    { ...entryOf(incidentId, 'acknowledged', at.acknowledgedAt), ...person },
    ...(planned
      ? [
          {
            ...entryOf(incidentId, 'repair_planned', at.repairAt, planned),
            byKind: 'repair' as const,
            stationId,
          },
        ]
      : []),
    entryOf(incidentId, 'calm', at.until),
    entryOf(incidentId, 'closed', at.closedAt, { stations: 1, lost_minor: lost }),
  ]
}
