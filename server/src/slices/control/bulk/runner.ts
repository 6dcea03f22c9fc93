import { MINUTE_MS, SECOND_MS, valueIn } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../platform/database/database-fault.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { listLiveNodes } from '../../../platform/nodes/node-store.ts'
import { findManager } from '../../people/managers/store.ts'
import { listServed } from '../../stations/stations/connecting/presence-store.ts'
import type { Commander } from '../commands/parts.ts'
import type { TaskParts } from '../commands/prepared.ts'
import { type Command, openCommand } from './command.ts'
import {
  type Claim,
  claimWaiting,
  type Ending,
  listOwn,
  listReturned,
  listRunNodes,
  listWaiting,
  resumeRuns,
  updateConnected,
  updateEnded,
  updateFinished,
  updateGivenUp,
  updateOffline,
} from './progress-store.ts'
import { type Sent, send } from './send.ts'
import { findRun, updateCanceled } from './store.ts'

/** Commands that wait for an answer at the same time, over all runs. */
const mostAtOnce = 50
/** results are written, and the next commands claimed, this often */
const turnMs = 50
const beatMs = 1000
/** how long stations may take to come back to a server that was restarted */
const returnMs = 2 * MINUTE_MS
/** how often it is checked that the manager who gave a command still may */
const checkAfterMs = 5000
/** how often the database is read for what other servers have done: canceled a run, taken one over, connected a station */
const lookMs = 2 * SECOND_MS
/** how often runs are sought whose server has ended and does not come back */
const seekMs = 10 * SECOND_MS
/** a station that has connected to another server has this time to boot before it is sent anything */
const bootMs = 4 * SECOND_MS

interface Run {
  command: Command
  commander: Commander
  waitUntil: Date | null
  /** when it was last checked that its manager may give commands, real time */
  checkedAt: number
}

export interface RunnerParts extends TaskParts {
  secretKey: string
  log: FastifyBaseLogger
}

/**
 * Carries out the runs of this node in the background. It writes in turns, one after the other, so that a station that connects
 * while others are marked as away is not overlooked.
 */
export class BulkRunner {
  private readonly runs = new Map<number, Run>()
  /** runs that have not been loaded yet */
  private readonly fresh = new Set<number>()
  /** stations that have connected, and the real time from which they may be sent commands */
  private readonly connected = new Map<string, number>()
  private readonly sending = new Set<Promise<void>>()
  private endings: Ending[] = []
  private timer: NodeJS.Timeout | undefined
  private beat: NodeJS.Timeout | undefined
  private turning: Promise<void> = Promise.resolve()
  /** something has changed, so more may be sent or a run may have ended; otherwise a beat makes no query */
  private changed = false
  /** real times at which the database was last read for what others have done, and for runs that were left */
  private lookedAt = 0
  private soughtAt = 0
  private stopping = false

  constructor(private readonly parts: RunnerParts) {}

  /** Continues the runs that an earlier process of this node has left. */
  async start(): Promise<void> {
    await this.resume(this.parts.node)
    this.beat = setInterval(() => {
      this.seekLeft().catch((error) =>
        logFailure(this.parts.log, error, 'bulk commands of servers that have ended could not be resumed'),
      )
      this.wake(0)
    }, beatMs)
    this.beat.unref()
  }

  /** Continues the runs of servers that have ended; those of a dead one are resumed by the server that declares it dead, at once. */
  private async seekLeft(): Promise<void> {
    const { db, node } = this.parts
    if (this.stopping || performance.now() - this.soughtAt < seekMs) return
    this.soughtAt = performance.now()
    for (const left of await listRunNodes(db, [node, ...(await listLiveNodes(db))])) await this.resume(left)
  }

  /** Continues the runs that a node has left, as its own. */
  async resume(from: string): Promise<void> {
    const { db, node, clock } = this.parts
    const now = clock.now()
    const until = new Date(now.getTime() + returnMs)
    for (const id of await resumeRuns(db, { from, to: node, at: now, until })) this.fresh.add(id)
  }

  /** Begins with a run that has been committed. */
  take(runId: number): void {
    this.fresh.add(runId)
    this.wake(0)
  }

  /** A run was canceled: it may have ended with that. */
  canceled(runId: number): void {
    this.changed = true
    this.signal(runId)
    this.wake(0)
  }

  /** Stations have connected and may be sent commands after so many ms. */
  stationsConnected(stationIds: readonly string[], afterMs: number): void {
    if (this.runs.size === 0 && this.fresh.size === 0) return
    for (const id of stationIds) this.connected.set(id, performance.now() + afterMs)
  }

  /** Stops sending. */
  async stop(): Promise<void> {
    this.stopping = true
    clearInterval(this.beat)
    clearTimeout(this.timer)
    await this.turning
  }

  /** After the sockets have closed: records the results of everything that was sent. */
  async close(): Promise<void> {
    await Promise.all(this.sending)
    await this.writeEndings()
  }

  private wake(afterMs = turnMs): void {
    if (this.stopping || this.timer || (this.runs.size === 0 && this.fresh.size === 0)) return
    this.timer = setTimeout(() => {
      this.turning = this.turning
        .then(() => {
          this.timer = undefined
          return this.turn()
        })
        .catch((error) => logFailure(this.parts.log, error, 'a turn of bulk commands failed'))
    }, afterMs)
  }

  private async turn(): Promise<void> {
    const now = this.parts.clock.now()
    await this.writeEndings()
    for (const id of this.fresh) {
      await this.loadRun(id, now)
      this.fresh.delete(id)
    }
    await this.look()
    await this.giveUp(now)
    await this.sendToConnected()
    await this.cancelForbidden(now)
    if (!this.changed) return
    this.changed = false
    try {
      if (!this.stopping && this.runs.size > 0) await this.sendNext(now)
      await this.finish(now)
    } catch (error) {
      this.changed = true
      throw error
    }
  }

  /** Finishes the runs in which nothing is left to do. */
  private async finish(now: Date): Promise<void> {
    for (const id of await updateFinished(this.parts.db, [...this.runs.keys()], now)) {
      this.runs.delete(id)
      this.signal(id)
    }
    if (this.runs.size === 0) this.connected.clear()
  }

  private signal(runId: number): void {
    this.parts.live.publish({ topic: 'bulk', id: runId, locationId: 0 })
  }

  private async writeEndings(): Promise<void> {
    const ended = this.endings
    this.endings = []
    try {
      await updateEnded(this.parts.db, ended)
    } catch (error) {
      this.endings.push(...ended)
      throw error
    }
    if (ended.length > 0) this.changed = true
    for (const id of new Set(ended.map(({ runId }) => runId))) this.signal(id)
  }

  /** Loads a run and marks its stations that are not connected. */
  private async loadRun(id: number, now: Date): Promise<void> {
    const { db, stations, secretKey } = this.parts
    const row = await findRun(db, id)
    const manager = row && (await findManager(db, row.created_by))
    if (!row || !manager) return
    this.changed = true
    const { id: managerId, role, owner_id: ownerId, email } = manager
    const command = openCommand(secretKey, row)
    this.runs.set(id, {
      command,
      commander: {
        caller: { id: managerId, role, ownerId, email },
        ...(row.remote_address ? { remoteAddress: row.remote_address } : {}),
      },
      waitUntil: row.wait_until,
      checkedAt: Number.NEGATIVE_INFINITY,
    })
    // the availability command stores its request for a station that is not connected
    if (command.kind === 'availability' && row.wait_until === null) return
    const waiting = await listWaiting(db, id)
    const online = await stations.listOnline(waiting)
    const offline = waiting.filter((stationId) => !online.has(stationId))
    await updateOffline(db, id, offline, row.wait_until !== null, now)
    this.signal(id)
  }

  /** Ends the waiting for stations in runs whose waiting time is over. */
  private async giveUp(now: Date): Promise<void> {
    for (const [id, run] of this.runs) {
      if (!run.waitUntil || run.waitUntil > now) continue
      const gaveUp = await updateGivenUp(this.parts.db, id, now)
      run.waitUntil = null
      if (!gaveUp) continue
      this.changed = true
      this.signal(id)
    }
  }

  /** Reads what other servers have done: runs that they have finished or taken over are no longer carried out here. */
  private async look(): Promise<void> {
    const { db, node } = this.parts
    const at = performance.now()
    if (this.runs.size === 0 || at - this.lookedAt < lookMs) return
    this.lookedAt = at
    const own = await listOwn(db, [...this.runs.keys()], node)
    for (const id of this.runs.keys()) if (!own.has(id)) this.runs.delete(id)
    const returned = await listReturned(db, [...this.runs.keys()])
    for (const id of await listServed(db, returned))
      if (!this.connected.has(id)) this.connected.set(id, at + bootMs)
    // one that was canceled elsewhere may have ended with that
    this.changed = true
  }

  /** Lets the stations that were waited for and have connected take their turn. */
  private async sendToConnected(): Promise<void> {
    const ready = [...this.connected].filter(([, from]) => from <= performance.now()).map(([id]) => id)
    if (ready.length === 0) return
    for (const id of ready) this.connected.delete(id)
    const online = [...(await this.parts.stations.listOnline(ready))]
    if (await updateConnected(this.parts.db, [...this.runs.keys()], online)) this.changed = true
  }

  /** Cancels the runs of managers who may not give commands any more. */
  private async cancelForbidden(now: Date): Promise<void> {
    const { db } = this.parts
    const at = performance.now()
    for (const [id, run] of this.runs) {
      if (at - run.checkedAt < checkAfterMs) continue
      run.checkedAt = at
      const manager = await findManager(db, run.commander.caller.id)
      if (manager?.role === 'administrator' && !manager.blocked_at) continue
      await inTransaction(db, (tx) => updateCanceled(tx, id, now))
      this.changed = true
      this.signal(id)
    }
  }

  private async sendNext(now: Date): Promise<void> {
    const free = mostAtOnce - this.sending.size
    if (free <= 0) return
    const claims = await claimWaiting(this.parts.db, [...this.runs.keys()], free, now)
    for (const claim of claims) {
      const sent: Promise<void> = this.sendOne(claim).then(() => {
        this.sending.delete(sent)
        this.wake()
      })
      this.sending.add(sent)
    }
  }

  private async sendOne({ runId, position, stationId }: Claim): Promise<void> {
    const { clock, log } = this.parts
    const run = valueIn(this.runs, runId)
    const sent = await send(this.parts, run.commander, stationId, run.command).catch((error): Sent => {
      log.error({ err: error, runId, stationId }, 'a bulk command failed')
      const { code } = new Failure('server.failed')
      return { result: 'failed', status: null, code, detail: null, latencyMs: null }
    })
    this.endings.push({ runId, position, ...this.endOf(run, sent), at: clock.now() })
  }

  /** A command that our own shutdown cut off has an unknown result; a station that has just left may be waited for. */
  private endOf({ waitUntil }: Run, sent: Sent): Omit<Ending, 'runId' | 'position' | 'at'> {
    if (this.stopping && sent.code === 'station.disconnected') return { ...sent, result: 'unknown' }
    if (sent.code === 'station.offline' && waitUntil && waitUntil > this.parts.clock.now())
      return { ...sent, result: 'away', code: null }
    return sent
  }
}
