import type { StationTaskBody } from '@stationmaster/contract'
import { SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import { logFailure } from '../../../platform/database/database-fault.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import type { Tx } from '../../../platform/schema/schema.ts'
import { listCharging } from '../../charging/orders/measuring/running-store.ts'
import { findManager, listAnswerable } from '../../people/managers/store.ts'
import type { Commander } from '../commands/parts.ts'
import type { TaskParts } from '../commands/prepared.ts'
import { runTask } from '../commands/tasks/run-task.ts'
import { listUpdatesAt } from '../tasks/store.ts'
import type { FirmwareAddresses } from './addresses.ts'
import { LookPace } from './pace.ts'
import {
  listOpen,
  listOpenMembers,
  lockRollout,
  type MemberChange,
  type MemberRow,
  type RolloutRow,
  updateBegun,
  updateMember,
  updateStatus,
  updateWaiting,
} from './rollout-store.ts'
import { moveResultOf, nextStep, updateResultOf } from './rules.ts'

const beatMs = SECOND_MS

export interface FirmwareRunnerParts extends TaskParts {
  log: FastifyBaseLogger
  addresses: FirmwareAddresses
  mailer: Mailer
}

interface Sending {
  rolloutId: number
  position: number
  stationId: string
  /** where it fetches its firmware; null: it is moved */
  location: string | null
  move: RolloutRow['move']
  commander: Commander
}

/**
 * Carries out roll-outs: it applies what stations have reported of their updates, and begins the next wave. Its whole
 * state is in the database, and a roll-out is locked while it is looked at, so any number of servers do it, and one that ends loses
 * nothing. The server that has a station's socket sends it the update.
 */
export class FirmwareRunner {
  private readonly sending = new Set<Promise<void>>()
  private timer: NodeJS.Timeout | undefined
  private turning: Promise<void> = Promise.resolve()
  private readonly pace = new LookPace()
  private ignore = () => undefined as unknown

  constructor(private readonly parts: FirmwareRunnerParts) {}

  start(): void {
    this.timer = setInterval(() => this.pace.beat() && this.look(), beatMs)
    this.timer.unref()
    // what another server has applied may be what the next wave here waits for
    this.ignore = this.parts.live.subscribe((signals) => {
      if (signals.some(({ topic }) => topic === 'firmware')) this.pace.hurry()
    })
  }

  /** The full address of a file for a station, signed and good for a week; `purpose` tells it from others of the same file. */
  addressOf(file: { id: number; file_name: string }, purpose: string): string {
    const { baseUrl, addresses, clock } = this.parts
    return baseUrl() + addresses.pathOf(file, purpose, clock.now())
  }

  /** Looks at all roll-outs now, and often for a while. */
  wake(): void {
    this.pace.hurry()
    this.look()
  }

  private look(): void {
    this.turning = this.turning
      .then(() => this.turn())
      .catch((error) => logFailure(this.parts.log, error, 'roll-outs of firmware could not be carried out'))
  }

  /** Stops beginning updates. */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    this.ignore()
    await this.turning
  }

  /** After the sockets have closed: records the results of everything that was sent. */
  async close(): Promise<void> {
    await Promise.all(this.sending)
  }

  private async turn(): Promise<void> {
    const { db } = this.parts
    for (const id of await listOpen(db)) {
      const looked = await inTransaction(db, (tx) => this.lookAt(tx, id))
      if (looked?.changed) this.parts.live.publish({ topic: 'firmware', id, locationId: 0 })
      for (const one of looked?.sends ?? []) {
        const sent: Promise<void> = this.send(one).finally(() => this.sending.delete(sent))
        this.sending.add(sent)
      }
    }
  }

  /** Applies the next step of a roll-out; answers the updates to send now. Undefined: another server looks at it. */
  private async lookAt(tx: Tx, id: number): Promise<{ changed: boolean; sends: Sending[] } | undefined> {
    const { clock } = this.parts
    const now = clock.now()
    const row = await lockRollout(tx, id, { skips: true })
    if (!row) return undefined
    if (row.status === 'scheduled' && row.starts_at <= now) await updateStatus(tx, id, { status: 'running' })
    const members = await listOpenMembers(tx, id)
    const applied = await this.applyReports(tx, row, members, now)
    const failed = (row.counts?.failed ?? 0) + applied.failed
    const waiting = applied.open.filter(({ state }) => state === 'waiting')
    const counts = {
      failed,
      updating: applied.open.length - waiting.length,
      charging: applied.charging,
      waitingOnline: waiting.filter(({ online }) => online).length,
      waitingOffline: waiting.filter(({ online }) => !online).length,
    }
    const step = nextStep(
      {
        status: row.status,
        startsAt: row.starts_at,
        waitUntil: row.wait_until,
        waveSize: row.wave_size,
        failuresMost: row.failures_most,
        failuresExcused: row.failures_excused,
      },
      counts,
      now,
    )
    switch (step.kind) {
      case 'wait':
        return { changed: applied.changed, sends: [] }
      case 'finish':
        await updateStatus(tx, id, { status: 'finished', finishedAt: now })
        return { changed: true, sends: [] }
      case 'stop':
        await this.pause(tx, { ...row, failed }, 'failures', now)
        return { changed: true, sends: [] }
      case 'leave':
        await updateWaiting(tx, id, 'left', now)
        return { changed: true, sends: [] }
      case 'wave': {
        const sends = await this.beginWave(tx, { ...row, failed }, waiting, step.most, now)
        return { changed: applied.changed || sends.length > 0, sends }
      }
    }
  }

  /** Pauses a roll-out by itself, and mails those who have to decide now, once, in the transaction that pauses it. */
  private async pause(
    tx: Tx,
    row: RolloutRow & { failed: number },
    by: 'failures' | 'commander',
    now: Date,
  ): Promise<void> {
    const { mailer } = this.parts
    await updateStatus(tx, row.id, { status: 'paused', paused: { by, at: now } })
    const link = mailer.link(`/firmware/${row.id}`)
    const firmware = `${row.vendor_name} ${row.model} ${row.version ?? row.move?.url}`
    for (const { email: to, language } of await listAnswerable(tx, row.commanded_by))
      await mailer.send(
        tx,
        by === 'commander'
          ? { to, language, name: 'rolloutLeft', values: { link, firmware } }
          : {
              to,
              language,
              name: 'rolloutPaused',
              values: { link, firmware, failed: String(row.failed), total: String(row.total) },
            },
      )
  }

  /** Records what stations have reported since; answers those that are still open. */
  private async applyReports(tx: Tx, row: RolloutRow, members: readonly MemberRow[], now: Date) {
    if (row.move) return this.applyMoves(tx, { ...row, move: row.move }, members, now)
    const updating = members.filter(({ state }) => state === 'updating')
    const requested = updating.map(({ station_id: stationId, location }) => ({
      stationId,
      // a station that is updating was sent an address
      location: location!,
    }))
    const reported = await listUpdatesAt(tx, requested)
    const busy = await listCharging(
      tx,
      requested.map(({ stationId }) => stationId),
    )
    const open: MemberRow[] = members.filter(({ state }) => state === 'waiting')
    let [failed, charging, changed] = [0, 0, false]
    for (const member of updating) {
      const statuses = reported.get(member.station_id)
      const change = updateResultOf(
        // an update has the time of its begin
        { versionBefore: member.version_before, status: member.status, at: member.at! },
        { versionNow: member.version_now, statuses, charging: busy.has(member.station_id) },
        // a roll-out of firmware has a version
        row.version!,
        now,
      )
      if (change) await updateMember(tx, { rolloutId: row.id, ...member }, { ...change, at: now })
      if (change) changed = true
      if (change?.state === 'failed') failed += 1
      if (!change || change.state === 'updating') {
        open.push(member)
        if (busy.has(member.station_id)) charging += 1
      }
      if (change?.state === 'waiting') open.push({ ...member, state: 'waiting' })
    }
    return { open, failed, charging, changed }
  }

  /** Records what has become of stations that are to move; answers those that are still open. */
  private async applyMoves(
    tx: Tx,
    { id: rolloutId, move }: Pick<RolloutRow, 'id'> & { move: NonNullable<RolloutRow['move']> },
    members: readonly MemberRow[],
    now: Date,
  ) {
    const moving = members.filter(({ state }) => state === 'updating')
    const busy = await listCharging(
      tx,
      moving.map(({ station_id }) => station_id),
    )
    const open = members.filter(({ state }) => state === 'waiting')
    let [failed, charging, changed] = [0, 0, false]
    for (const member of moving) {
      const isCharging = busy.has(member.station_id)
      const moved = {
        status: member.status,
        // a move has the time of its begin
        at: member.at!,
        connectionBefore: member.connection_before,
        connection: member.online ? member.connection_id : null,
        host: member.host,
        disconnectedAt: member.disconnected_at,
        charging: isCharging,
      }
      const change = moveResultOf(moved, move, now)
      if (change) await updateMember(tx, { rolloutId, ...member }, { ...change, at: now })
      if (change) changed = true
      if (change?.state === 'failed') failed += 1
      if (!change) open.push(member)
      if (!change && isCharging) charging += 1
      if (change?.state === 'waiting') open.push({ ...member, state: 'waiting' })
    }
    return { open, failed, charging, changed }
  }

  /** Claims the next stations with a socket here. The commander of the roll-out must still be an administrator. */
  private async beginWave(
    tx: Tx,
    row: RolloutRow & { failed: number },
    waiting: readonly MemberRow[],
    most: number,
    now: Date,
  ): Promise<Sending[]> {
    const { links } = this.parts
    const manager = await findManager(tx, row.commanded_by)
    if (manager?.role !== 'administrator' || manager.blocked_at) {
      await this.pause(tx, row, 'commander', now)
      return []
    }
    const { id: managerId, role, owner_id: ownerId, email } = manager
    const commander: Commander = {
      caller: { id: managerId, role, ownerId, email },
      ...(row.remote_address ? { remoteAddress: row.remote_address } : {}),
    }
    const claimed = waiting.filter(({ online, station_id }) => online && links.get(station_id)).slice(0, most)
    if (claimed.length === 0) return []
    const { file_id, file_name, move } = row
    const sends = claimed.map(
      ({ position, station_id: stationId, version_now: versionBefore, connection_id }) => ({
        rolloutId: row.id,
        position,
        stationId,
        commander,
        versionBefore,
        // the address identifies the update that a station's statuses are about
        location:
          file_id !== null && file_name !== null
            ? this.addressOf(
                { id: file_id, file_name },
                `${row.id}-${position}-${now.getTime().toString(36)}`,
              )
            : null,
        move,
        connectionId: connection_id,
      }),
    )
    await updateBegun(tx, row.id, sends, now)
    return sends
  }

  private async send({ rolloutId, position, stationId, location, move, commander }: Sending): Promise<void> {
    const { db, clock, log } = this.parts
    const task: StationTaskBody = move
      ? { task: 'move', url: move.url, security_profile: move.security_profile, key: move.key }
      : // what gives no address gives firmware
        { task: 'firmware', location: location! }
    const change = await runTask(this.parts, commander, stationId, task).then(
      // of firmware the answer is recorded as a status of the update
      ({ accepted, status }): Omit<MemberChange, 'at'> | null => {
        if (!move) return null
        return accepted
          ? { state: 'updating', status, code: null }
          : { state: 'failed', status, code: 'station.rejected' }
      },
      (error: unknown): Omit<MemberChange, 'at'> => {
        if (!(error instanceof Failure)) {
          log.error({ err: error, rolloutId, stationId }, 'a firmware update could not be begun')
          return { state: 'failed', status: null, code: 'server.failed' }
        }
        // a station may restart before its answer is sent: what it does then tells whether it has moved
        if (move && error.code === 'station.disconnected')
          return { state: 'updating', status: 'Disconnected', code: null }
        // the station disconnected before the update was sent: it waits until it is back
        return error.code === 'station.offline'
          ? { state: 'waiting', status: null, code: null }
          : { state: 'failed', status: null, code: error.code }
      },
    )
    if (change)
      await updateMember(db, { rolloutId, position }, { ...change, at: clock.now() }).catch((error) =>
        logFailure(log, error, 'the result of a firmware update could not be recorded', {
          rolloutId,
          stationId,
        }),
      )
    this.wake()
  }
}
