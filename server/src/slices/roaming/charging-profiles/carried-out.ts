import type { ActiveChargingProfile, ChargingProfile, ChargingProfileResultType } from '@stationmaster/ocpi'
import type { CommandOutcome, StationCommand } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import type { Order } from '../../charging/orders/order.ts'
import { findOrder } from '../../charging/orders/store.ts'
import { keepEffect } from '../../control/commands/outcome/effects.ts'
import { isAccepted } from '../../control/commands/outcome/outcome.ts'
import { type CommandTarget, findAnyTarget } from '../../control/commands/target.ts'
import { listLimits } from '../../control/tasks/limit-store.ts'
import type { CommandSide } from '../partner-commands/carried-out.ts'
import { findOwnOrder } from '../partner-commands/store.ts'
import type { PartnerRow } from '../partners/store.ts'
import { profileKept } from './kept.ts'
import {
  activeProfileOf,
  keptLimits,
  limitsOf,
  ownLimits,
  requestsMost,
  unsupportedMs,
  within,
} from './rules.ts'
import { insertRequest, loadRecent, type ProfileMethod, removeProfile, upsertProfile } from './store.ts'

/** What a station made of a request. */
export interface ProfileOutcome {
  result: ChargingProfileResultType
  profile?: ActiveChargingProfile
  /** it has no charging profiles at all */
  isUnsupported: boolean
}

/** Why a request is not accepted. */
export class ProfileRefused extends Error {
  constructor(readonly result: 'NOT_SUPPORTED' | 'REJECTED' | 'TOO_OFTEN' | 'UNKNOWN_SESSION') {
    super(result)
  }
}

/** A session that charges, and where. */
export interface Running {
  orderId: number
  transactionId: string
  target: CommandTarget
}

/** A request that is accepted: its number, and what brings its result. */
export interface AcceptedRequest {
  id: number
  outcome: () => Promise<ProfileOutcome>
}

/** Stations know the limits that partners set by this number and that of the connector. */
const numberBase = 3_000_000
const profileNumberOf = ({ connector }: CommandTarget): number => numberBase + connector.ordinal

/** A session that charges; undefined: it does not yet, or no more. */
export async function runningOf(side: CommandSide, order: Order): Promise<Running | undefined> {
  const { id: orderId, transactionId, status, connectorId } = order
  if (status !== 'started' || transactionId === null) return undefined
  return { orderId, transactionId, target: await findAnyTarget(side.db, connectorId) }
}

/** Takes a request about a session of a partner's driver, if it can be put to the station; throws ProfileRefused. */
async function admit(
  side: CommandSide,
  partner: PartnerRow,
  demand: { sessionId: string; method: ProfileMethod; responseUrl: string },
): Promise<Running & { id: number }> {
  const { db, clock, stations } = side
  const { sessionId, method, responseUrl } = demand
  const known = /^\d{1,15}$/.test(sessionId)
    ? await findOwnOrder(db, partner.id, Number(sessionId))
    : undefined
  const order = known === undefined ? undefined : await findOrder(db, known)
  if (!order) throw new ProfileRefused('UNKNOWN_SESSION')
  const running = await runningOf(side, order)
  if (!running) throw new ProfileRefused('REJECTED')
  const stationId = running.target.station.id
  const now = clock.now()
  const since = {
    counted: new Date(now.getTime() - MINUTE_MS),
    believed: new Date(now.getTime() - unsupportedMs),
  }
  const { requests, isUnsupported } = await loadRecent(db, { orderId: order.id, stationId }, since)
  if (isUnsupported) throw new ProfileRefused('NOT_SUPPORTED')
  if (requests >= requestsMost) throw new ProfileRefused('TOO_OFTEN')
  if (!(await stations.find(stationId))) throw new ProfileRefused('REJECTED')
  const request = { partnerId: partner.id, orderId: order.id, stationId, method, responseUrl }
  return { ...running, id: await insertRequest(db, request, now) }
}

/** Has a session charge by a profile of its partner (OCPI 14.4.1, PUT). */
export async function setProfile(
  side: CommandSide,
  partner: PartnerRow,
  demand: { sessionId: string; profile: ChargingProfile; responseUrl: string },
): Promise<AcceptedRequest> {
  if (!limitsOf(demand.profile)) throw new ProfileRefused('REJECTED')
  const { id, ...running } = await admit(side, partner, { ...demand, method: 'PUT' })
  return {
    id,
    outcome: async () => {
      const outcome = await sendProfile(side, running, demand.profile)
      if (!outcome) return { result: 'REJECTED', isUnsupported: false }
      const { answer, sent } = outcome
      if (isAccepted(answer)) {
        const profileNumber = profileNumberOf(running.target)
        const { orderId } = running
        const body = profileKept(demand.profile)
        const profile = { orderId, partnerId: partner.id, profileNumber, body, sent: keptLimits(sent) }
        await upsertProfile(side.db, profile, side.clock.now())
      }
      return resultOf(answer)
    },
  }
}

/** Sends a partner's profile within our own limits as they are now; undefined: nobody can say what is within them. */
export async function sendProfile(side: CommandSide, running: Running, profile: ChargingProfile) {
  const { target, transactionId } = running
  const limits = await limitsNow(side, target, profile)
  if (!limits) return undefined
  const { evse, number: connector, ordinal } = target.connector
  const answer = await command(side, target, {
    type: 'session_limits',
    at: { evse, connector, ordinal },
    transactionId,
    profileId: profileNumberOf(target),
    ...limits,
  })
  return { answer, sent: limits }
}

/** A partner's profile within our own limits; undefined: nobody can say. */
export async function limitsNow(
  side: CommandSide,
  { station, connector }: CommandTarget,
  profile: ChargingProfile,
) {
  const own = ownLimits(await listLimits(side.db, station.id, side.clock.now()), connector)
  const limits = limitsOf(profile)
  return limits && within(limits, own, connector)
}

/** Ends what a partner has set for a session (DELETE). */
export async function clearProfile(
  side: CommandSide,
  partner: PartnerRow,
  demand: { sessionId: string; responseUrl: string },
): Promise<AcceptedRequest> {
  const { id, orderId, target } = await admit(side, partner, { ...demand, method: 'DELETE' })
  return {
    id,
    outcome: async () => {
      const answer = await command(side, target, { type: 'clear_limit', profileId: profileNumberOf(target) })
      const isUnknown = answer.kind === 'answered' && answer.status === 'Unknown'
      if (isAccepted(answer) || isUnknown) await removeProfile(side.db, orderId)
      return isUnknown ? { result: 'UNKNOWN', isUnsupported: false } : resultOf(answer)
    },
  }
}

/** Asks a station by which profile a session charges (GET). */
export async function readProfile(
  side: CommandSide,
  partner: PartnerRow,
  demand: { sessionId: string; durationSeconds: number; responseUrl: string },
): Promise<AcceptedRequest> {
  const { id, target } = await admit(side, partner, { ...demand, method: 'GET' })
  return { id, outcome: () => activeProfile(side, target, demand.durationSeconds) }
}

/** The profile by which a session charges in the next time, as its station says it. */
export async function activeProfile(
  side: CommandSide,
  target: CommandTarget,
  durationSeconds: number,
): Promise<ProfileOutcome> {
  const { evse, number: connector, ordinal, current } = target.connector
  const answer = await command(side, target, {
    type: 'schedule',
    at: { evse, connector, ordinal },
    durationSeconds,
    unit: current === 'DC' ? 'W' : 'A',
  })
  const outcome = resultOf(answer)
  if (outcome.result !== 'ACCEPTED') return outcome
  const schedule = answer.kind === 'answered' ? answer.findings.schedule : undefined
  return schedule
    ? { ...outcome, profile: activeProfileOf(schedule, durationSeconds) }
    : { ...outcome, result: 'REJECTED' }
}

/** Sends a command, and keeps what it has changed at the station. */
async function command(
  side: CommandSide,
  { station }: CommandTarget,
  sends: StationCommand,
): Promise<CommandOutcome> {
  const link = await side.stations.find(station.id)
  if (!link) return { kind: 'disconnected' }
  const outcome = await link.command(sends)
  if (outcome.kind === 'answered' && outcome.effect) await keepEffect(side, station, outcome.effect)
  return outcome
}

const foreign = ['NotSupported', 'NotImplemented']

function resultOf(outcome: CommandOutcome): ProfileOutcome {
  if (isAccepted(outcome)) return { result: 'ACCEPTED', isUnsupported: false }
  const isUnsupported =
    outcome.kind === 'unsupported' ||
    (outcome.kind === 'call_error' && foreign.includes(outcome.code)) ||
    (outcome.kind === 'answered' && foreign.includes(outcome.status))
  return { result: 'REJECTED', isUnsupported }
}
