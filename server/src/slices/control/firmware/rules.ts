import type { FirmwareState, RolloutStatus, RolloutWait } from '@stationmaster/contract'
import { firmwareOutcomeOf } from '@stationmaster/ocpp'
import { HOUR_MS, MINUTE_MS } from '@stationmaster/units'

/** an update without a report for this long has failed */
const silentMs = 2 * HOUR_MS
/** while a car charges a station installs nothing and reports nothing, so its silence is counted from zero this often */
const chargingMs = 30 * MINUTE_MS
/** an update that was claimed and not recorded as requested by then was never sent: its server has ended */
const sendingMs = 2 * MINUTE_MS

/** How many stations a share is, of those that could be updated; a percentage is rounded up. */
export function countOf(
  share: { of: 'percent'; percent: number } | { of: 'stations'; stations: number },
  reach: number,
): number {
  return share.of === 'percent' ? Math.ceil((reach * share.percent) / 100) : Math.min(share.stations, reach)
}

interface Updating {
  versionBefore: string | null
  status: string | null
  /** when it had its last report, or was claimed */
  at: Date
}

/** What is known of a station that is being updated. */
export interface Reported {
  versionNow: string | null
  /** the statuses of this update; undefined: the station was never sent it */
  statuses: readonly string[] | undefined
  /** a session runs there */
  charging: boolean
}

export interface UpdateResult {
  state: Extract<FirmwareState, 'waiting' | 'updating' | 'done' | 'failed'>
  status: string | null
  code: 'firmware.silent' | null
}

/** The result so far of a station that is being updated; null: nothing new. */
export function updateResultOf(
  { versionBefore, status, at }: Updating,
  reported: Reported,
  targetVersion: string,
  now: Date,
): UpdateResult | null {
  const { versionNow, statuses, charging } = reported
  const last = statuses?.at(-1) ?? null
  if (versionNow === targetVersion && versionBefore !== targetVersion)
    return { state: 'done', status: last, code: null }
  const age = now.getTime() - at.getTime()
  if (statuses === undefined) return age < sendingMs ? null : { state: 'waiting', status: null, code: null }
  const outcome = last === null ? 'under_way' : firmwareOutcomeOf(last)
  if (outcome !== 'under_way') return { state: outcome, status: last, code: null }
  if (last !== status) return { state: 'updating', status: last, code: null }
  if (charging) return age < chargingMs ? null : { state: 'updating', status, code: null }
  return age < silentMs ? null : { state: 'failed', status, code: 'firmware.silent' }
}

/** a move is several calls, each of which may take half a minute: one that is not recorded as answered by then was never sent */
const sendingMoveMs = 5 * MINUTE_MS
/** a station that is to move and is away for so long has gone where it was sent */
const goneMs = 10 * MINUTE_MS
/** a station that was to come back by another address of ours, and has not by then, is lost */
const lostMs = 15 * MINUTE_MS

/** What is known of a station that is to move. */
export interface Moved {
  /** its last word; null: it has not answered yet */
  status: string | null
  /** when it was sent the move, or has answered */
  at: Date
  connectionBefore: string | null
  /** the socket that it has now; null: none */
  connection: string | null
  /** the address by which it has that socket */
  host: string | null
  disconnectedAt: Date | null
  charging: boolean
}

export interface MoveResult {
  state: Extract<FirmwareState, 'waiting' | 'done' | 'failed'>
  status: string | null
  code: 'rollout.came_back' | 'rollout.not_back' | 'firmware.silent' | null
}

/**
 * The result so far of a station that is to move; null: nothing new. It was to come back by an address of ours, or to leave for
 * another network, of which we see no more than that it stays away.
 */
export function moveResultOf(
  moved: Moved,
  { url, ours }: { url: string; ours: boolean },
  now: Date,
): MoveResult | null {
  const { status, at, connectionBefore, connection, host, disconnectedAt, charging } = moved
  const since = now.getTime() - at.getTime()
  if (status === null) return since < sendingMoveMs ? null : { state: 'waiting', status: null, code: null }
  if (connection === connectionBefore && connection !== null) {
    if (charging || since < silentMs) return null
    return { state: 'failed', status, code: 'firmware.silent' }
  }
  if (connection !== null) {
    const isThere = ours && host === new URL(url).host
    return isThere
      ? { state: 'done', status, code: null }
      : { state: 'failed', status, code: 'rollout.came_back' }
  }
  const away = now.getTime() - Math.max(at.getTime(), disconnectedAt?.getTime() ?? 0)
  if (ours) return away < lostMs ? null : { state: 'failed', status, code: 'rollout.not_back' }
  return away < goneMs ? null : { state: 'done', status, code: null }
}

interface Plan {
  status: RolloutStatus
  startsAt: Date
  waitUntil: Date | null
  waveSize: number
  failuresMost: number
  failuresExcused: number
}

interface Counts {
  waitingOnline: number
  waitingOffline: number
  updating: number
  /** those of them with a session: they install when it has ended, which may be tomorrow, and do not delay the next wave */
  charging: number
  failed: number
}

/** Why a station of a roll-out is not updated yet, or not done: what it waits for. */
export function waitOf(
  { status, startsAt }: { status: RolloutStatus; startsAt: Date },
  { state, online, charging }: { state: FirmwareState; online: boolean; charging: boolean },
  now: Date,
): RolloutWait | null {
  if (state === 'updating') return charging ? 'charging' : null
  if (state !== 'waiting') return null
  if (status === 'paused') return 'paused'
  if (startsAt > now) return 'start'
  return online ? 'wave' : 'offline'
}

/** The next step of a roll-out: begin a wave of at most so many, leave out those that are offline, pause itself, finish, or wait. */
export type Step = { kind: 'wave'; most: number } | { kind: 'leave' | 'stop' | 'finish' | 'wait' }

export function nextStep(plan: Plan, counts: Counts, now: Date): Step {
  const { waitingOnline, waitingOffline, updating, charging, failed } = counts
  if (updating + waitingOnline + waitingOffline === 0) return { kind: 'finish' }
  if (plan.status === 'paused' || plan.startsAt > now) return { kind: 'wait' }
  if (waitingOnline + waitingOffline > 0 && failed - plan.failuresExcused >= plan.failuresMost)
    return { kind: 'stop' }
  if (updating > charging) return { kind: 'wait' }
  if (waitingOnline > 0) return { kind: 'wave', most: plan.waveSize }
  if (waitingOffline === 0) return { kind: 'wait' }
  return plan.waitUntil !== null && plan.waitUntil > now ? { kind: 'wait' } : { kind: 'leave' }
}

const open: readonly RolloutStatus[] = ['scheduled', 'running', 'paused']

/** What may be done with a roll-out. */
export const canOf = (status: RolloutStatus) => ({
  pause: status === 'scheduled' || status === 'running',
  continue: status === 'paused',
  cancel: open.includes(status),
})
