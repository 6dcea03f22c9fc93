import type { IncidentKind, RepairRefusal } from '@stationmaster/contract'
import { DAY_MS, dayOf, MINUTE_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../platform/database/database-fault.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import type { TaskParts } from '../../control/commands/prepared.ts'
import { findManager } from '../../people/managers/store.ts'
import { seesLocation } from '../../places/locations/access/scope-store.ts'
import { loadKnownStations } from '../../stations/stations/connecting/traffic-store.ts'
import type { NewEntry } from '../incidents/store.ts'
import { type Aim, library } from './library.ts'
import { type Facts, isCharging, refusalOf } from './rules.ts'
import * as store from './store/attempt-store.ts'
import { findSwitch, listRules, lockSwitch, type RuleRow } from './store/rule-store.ts'
import { countOpen, isInMaintenance } from './store/subject-store.ts'

export interface RepairParts extends TaskParts {
  jobs: Jobs
  log: FastifyBaseLogger
  timeZone: string
  /** writes into the timelines of incidents */
  write(tx: Tx, entries: readonly NewEntry[]): Promise<void>
}

/** a station whose repair was refused is looked at again so soon */
const lookMs = MINUTE_MS
/** between two repairs of a station by one rule at least */
const pauseMs = 30 * MINUTE_MS
/** no command takes longer */
const longestMs = 10 * MINUTE_MS
/** for so long it is remembered that a station does not know a command */
const unsupportedMs = 30 * DAY_MS

/** troubles that are over once their station is there: what is left of them ends with the next look for incidents */
const overWhenConnected: readonly IncidentKind[] = ['silence', 'handshakes']

/** A repair that has begun. */
interface Begun {
  attemptId: number
  caller: Caller
  aim: Aim
  found: string | number
}

/**
 * Repairs stations of incidents by rules. Whether a repair may begin is decided and counted in one transaction, under locks, so any
 * number of servers do this at any time. The command itself is one that people have too, given in the name of whoever turned the rule on.
 */
export class Repairing {
  constructor(private readonly parts: RepairParts) {
    parts.jobs.schedule('repairs', '* * * * *', () => this.run())
  }

  /** Does what is due now. */
  async run(): Promise<void> {
    const { db, clock, stations } = this.parts
    const now = clock.now()
    await store.updateLost(db, new Date(now.getTime() - longestMs), now)
    await store.updateHelped(db, now)
    const candidates = await store.listCandidates(db, now)
    if (candidates.length === 0) return
    const rules = new Map((await listRules(db, 'all')).map((rule) => [rule.id, rule]))
    const connected = await stations.listOnline([...new Set(candidates.map(({ stationId }) => stationId))])
    const { stoppedAt } = await findSwitch(db)
    const reached = stoppedAt ? [] : candidates.filter(({ stationId }) => connected.has(stationId))
    // many stations may be away at once: they are refused together
    if (stoppedAt) await this.refuse(candidates, 'stopped')
    else
      await this.refuse(
        candidates.filter(({ stationId }) => !connected.has(stationId)),
        'offline',
      )
    await this.attemptAll(
      rules,
      reached.filter(({ kind }) => !overWhenConnected.includes(kind)),
    )
  }

  /** One after the other, until the network has had as many as it may today. */
  private async attemptAll(
    rules: ReadonlyMap<number, RuleRow>,
    candidates: readonly store.Candidate[],
  ): Promise<void> {
    for (const [nth, candidate] of candidates.entries()) {
      const rule = rules.get(candidate.ruleId)
      const outcome = rule && (await this.attempt(rule, candidate))
      if (outcome === 'stopped' || outcome === 'network_limit')
        return this.refuse(candidates.slice(nth + 1), outcome)
    }
  }

  private async refuse(candidates: readonly store.Candidate[], reason: RepairRefusal): Promise<void> {
    const now = this.parts.clock.now()
    await store.refuseAll(this.parts.db, candidates, { reason, now, dueAt: new Date(now.getTime() + lookMs) })
  }

  /** Answers why it was refused; null: it was not. */
  private async attempt(rule: RuleRow, candidate: store.Candidate): Promise<RepairRefusal | null> {
    const { db, stations } = this.parts
    const isConnected = (await stations.listOnline([candidate.stationId])).has(candidate.stationId)
    const begun = await inTransaction(db, (tx) => this.begin(tx, rule, candidate, isConnected))
    if (typeof begun === 'string') return begun
    if (begun) await this.carryOut(rule, candidate, begun)
    return null
  }

  /** Decides whether a repair begins, and writes down what was decided; answers why it was refused. */
  private async begin(
    tx: Tx,
    rule: RuleRow,
    candidate: store.Candidate,
    isConnected: boolean,
  ): Promise<Begun | RepairRefusal | null> {
    const { clock, timeZone } = this.parts
    const now = clock.now()
    const later = new Date(now.getTime() + lookMs)
    if (!(await store.takeTurn(tx, candidate, { now, dueAt: later }))) return null
    const caller = await this.callerOf(tx, rule, candidate)
    const station = (await loadKnownStations(tx, [candidate.stationId])).get(candidate.stationId)
    if (!station) return null
    const connector = station.connectors.find(({ ordinal }) => ordinal === candidate.connector) ?? null
    const aim: Aim = { station, connector }
    const found = await library[rule.repair].find(tx, aim, now)
    const day = dayOf(now, timeZone)
    const facts = await this.factsOf(tx, rule, { aim, day, now })
    const given = { isConnected, isAllowed: caller !== null, hasSubject: found !== null }
    const refusal = refusalOf({ ...facts, ...given })
    const { repair } = rule
    if (refusal !== null || caller === null || found === null) {
      const last = await store.findLast(tx, candidate)
      // the same refusal again says nothing new
      if (last?.state !== 'refused' || last.reason !== refusal)
        await store.insertAttempt(tx, candidate, { repair, state: 'refused', reason: refusal, at: now })
      return refusal
    }
    await store.updateTurn(
      tx,
      candidate,
      new Date(now.getTime() + Math.max(pauseMs, rule.helped_minutes * MINUTE_MS)),
    )
    const isDry = rule.mode === 'dry_run'
    const state = isDry ? 'would' : 'running'
    const attemptId = await store.insertAttempt(tx, candidate, { repair, state, reason: null, at: now })
    await this.note(tx, rule, candidate, isDry ? 'repair_planned' : null)
    if (isDry) return null
    await store.addCounts(tx, station.id, day)
    await audit(tx, {
      caller,
      action: 'repair.begin',
      subjectType: 'station',
      subjectId: station.id,
      after: { rule: rule.id, repair, incident: candidate.incidentId, attempt: attemptId },
      at: now,
    })
    return { attemptId, caller, aim, found }
  }

  private async factsOf(
    tx: Tx,
    rule: RuleRow,
    { aim: { station }, day, now }: { aim: Aim; day: string; now: Date },
  ): Promise<Omit<Facts, 'isConnected' | 'isAllowed' | 'hasSubject'>> {
    const { id } = station
    const { stoppedAt, networkMost } = await lockSwitch(tx)
    const counts = await store.lockCounts(tx, id, day)
    const since = new Date(now.getTime() - unsupportedMs)
    return {
      isStopped: stoppedAt !== null,
      mode: rule.mode,
      isOnHold: station.hold !== null,
      isCharging: await this.isInUse(tx, rule, station),
      isInMaintenance: await isInMaintenance(tx, id, now),
      ...(await store.findEarlier(tx, id, rule.repair, since)),
      ...counts,
      stationMost: rule.station_most,
      networkMost,
    }
  }

  /** Whether somebody charges; where a lost session is to be ended, the open order is what is wrong. */
  private async isInUse(db: Tx | TaskParts['db'], rule: RuleRow, station: Aim['station']): Promise<boolean> {
    if (rule.repair === 'end_phantom') return false
    return isCharging(await countOpen(db, station.id), station.connectors)
  }

  /** In whose name a rule commands a station; null: that person may not, any more. */
  private async callerOf(tx: Tx, rule: RuleRow, { locationId }: store.Candidate): Promise<Caller | null> {
    const manager = await findManager(tx, rule.changedById)
    if (!manager || manager.blocked_at || locationId === null) return null
    const { id, role, owner_id: ownerId, email } = manager
    if (rule.ownerId === null ? role !== 'administrator' : role !== 'manager' || rule.ownerId !== id)
      return null
    const caller = { id, role, ownerId, email }
    return (await seesLocation(tx, caller, locationId)) ? caller : null
  }

  /** Sends the command and writes down what came of it. */
  private async carryOut(rule: RuleRow, candidate: store.Candidate, begun: Begun): Promise<void> {
    const { db, clock, log } = this.parts
    const { attemptId, caller, aim, found } = begun
    const result = await this.send(rule, { caller, aim, found }).catch((error: unknown) => {
      if (error instanceof Failure) return { state: 'failed' as const, reason: reasonOf(error) }
      logFailure(log, error, 'a repair could not be carried out', { attemptId })
      return { state: 'unknown' as const, reason: null }
    })
    const endedAt = clock.now()
    const checkAt =
      result.state === 'done' ? new Date(endedAt.getTime() + rule.helped_minutes * MINUTE_MS) : null
    await inTransaction(db, async (tx) => {
      if (!(await store.updateEnded(tx, attemptId, { ...result, endedAt, checkAt }))) return
      if (result.state === 'refused') return
      const word = result.state === 'done' ? 'repair_done' : 'repair_failed'
      await this.note(tx, rule, candidate, word, result.reason)
    })
  }

  private async send(
    rule: RuleRow,
    { caller, aim, found }: Pick<Begun, 'caller' | 'aim' | 'found'>,
  ): Promise<{ state: 'done' | 'refused' | 'failed'; reason: string | null }> {
    const { db } = this.parts
    // somebody may have plugged in since it was decided
    const station = (await loadKnownStations(db, [aim.station.id])).get(aim.station.id)
    if (!station || (await this.isInUse(db, rule, station))) return { state: 'refused', reason: 'charging' }
    const answer = await library[rule.repair].run(this.parts, { caller }, aim, found)
    return isRefused(answer) ? { state: 'failed', reason: answer.status } : { state: 'done', reason: null }
  }

  /** A line in the timeline of the incident. */
  private async note(
    tx: Tx,
    { id: rule, repair, name }: RuleRow,
    { incidentId, stationId }: store.Candidate,
    kind: 'repair_planned' | 'repair_done' | 'repair_failed' | null,
    reason: string | null = null,
  ): Promise<void> {
    if (kind === null) return
    await this.parts.write(tx, [
      {
        incidentId,
        at: this.parts.clock.now(),
        kind,
        byKind: 'repair',
        managerId: null,
        stationId,
        text: null,
        data: { rule, name, repair, ...(reason === null ? {} : { reason }) },
      },
    ])
  }
}

/** The code of a failure; what the station's own error was, where it named one. */
function reasonOf({ code, details }: Failure): string {
  const own = (details as { code?: unknown } | undefined)?.code
  return typeof own === 'string' ? own : code
}

/** A task is answered with what the station said, which may be a refusal. */
const isRefused = (answer: unknown): answer is { accepted: false; status: string } =>
  typeof answer === 'object' && answer !== null && 'accepted' in answer && answer.accepted === false
