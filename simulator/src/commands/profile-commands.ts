import { first } from '@stationmaster/units'
import type { ChargingProfile, ProfilePeriod, RateUnit } from '../car/profiles.ts'
import { listed, type Payload, record } from '../link/payload.ts'
import type { VirtualConnector } from '../station/connector.ts'
import type { Core } from '../station/core.ts'
import { sample } from '../station/session.ts'

const mostPeriods = 24
const mostStackLevel = 10

const purposes: Record<string, ChargingProfile['purpose']> = {
  ChargePointMaxProfile: 'station',
  ChargingStationMaxProfile: 'station',
  TxDefaultProfile: 'default',
  TxProfile: 'transaction',
  PriorityCharging: 'priority',
}

/** Answers SetChargingProfile of either version (1.6 clause 5.16; 2.0.1 part 2, K01). */
export function setChargingProfile(core: Core, payload: Payload): Payload {
  const target = Number(payload.connectorId ?? payload.evseId)
  const profile = profileIn(core, target, record(payload.csChargingProfiles ?? payload.chargingProfile))
  if (!profile || !fits(core, profile)) return { status: 'Rejected' }
  core.advance()
  core.profiles.set(profile)
  core.soon(() => follow(core))
  return { status: 'Accepted' }
}

/** Answers ClearChargingProfile of either version: by number, or by target, purpose and stack level. */
export function clearChargingProfile(core: Core, payload: Payload): Payload {
  const criteria = { ...payload, ...record(payload.chargingProfileCriteria) }
  const id = criteria.id ?? criteria.chargingProfileId
  const target = criteria.connectorId ?? criteria.evseId
  const { chargingProfilePurpose: purpose, stackLevel } = criteria
  core.advance()
  const cleared = core.profiles.clear((profile) => {
    if (id !== undefined) return profile.id === id
    return (
      (target === undefined || profile.target === target) &&
      (purpose === undefined || profile.purpose === purposes[String(purpose)]) &&
      (stackLevel === undefined || profile.stackLevel === stackLevel)
    )
  })
  if (cleared === 0) return { status: 'Unknown' }
  core.soon(() => follow(core))
  return { status: 'Accepted' }
}

/** Answers GetChargingProfiles and reports those that are meant, target by target (2.0.1 part 2, K09). */
export function getChargingProfiles(core: Core, payload: Payload): Payload {
  const { chargingProfilePurpose, stackLevel, chargingProfileId, chargingLimitSource } = record(
    payload.chargingProfile,
  )
  const ids = Array.isArray(chargingProfileId) ? chargingProfileId : null
  const sources = Array.isArray(chargingLimitSource) ? chargingLimitSource : ['CSO']
  const meant = core.profiles
    .list()
    .filter(
      ({ id, target, purpose, stackLevel: level }) =>
        sources.includes('CSO') &&
        (payload.evseId === undefined || target === payload.evseId) &&
        (ids === null || ids.includes(id)) &&
        (chargingProfilePurpose === undefined || purpose === purposes[String(chargingProfilePurpose)]) &&
        (stackLevel === undefined || level === stackLevel),
    )
  if (meant.length === 0) return { status: 'NoProfiles' }
  const targets = [...new Set(meant.map(({ target }) => target))]
  core.soon(() => {
    for (const [index, target] of targets.entries()) {
      const chargingProfile = meant.filter((one) => one.target === target).map(({ sent }) => sent)
      const tbc = index < targets.length - 1
      const report = { requestId: payload.requestId, chargingLimitSource: 'CSO', chargingProfile, tbc }
      core.note('ReportChargingProfiles', { ...report, evseId: target })
    }
  })
  return { status: 'Accepted' }
}

/** Answers GetCompositeSchedule of either version with the limits that will rule (1.6 clause 5.7; 2.0.1 part 2, K08). */
export function getCompositeSchedule(core: Core, payload: Payload): Payload {
  const target = Number(payload.connectorId ?? payload.evseId)
  const connectors = core.connectors.filter((one) => target === 0 || core.targetOf(one) === target)
  if (connectors.length === 0) return { status: 'Rejected' }
  const fromMs = core.now().getTime()
  const duration = Number(payload.duration)
  const unit: RateUnit = payload.chargingRateUnit === 'A' ? 'A' : 'W'
  const starts = connectors.map(({ transaction }) => transaction?.startedAt.getTime() ?? fromMs)
  const instants = [fromMs, ...core.profiles.changesBetween(fromMs, fromMs + duration * 1000, starts)]
  const chargingSchedulePeriod: ProfilePeriod[] = []
  for (const atMs of instants) {
    const limit = written(core, connectors, target, atMs, unit)
    if (chargingSchedulePeriod.at(-1)?.limit === limit) continue
    chargingSchedulePeriod.push({ startPeriod: Math.round((atMs - fromMs) / 1000), limit })
  }
  const schedule = { duration, chargingRateUnit: unit, chargingSchedulePeriod }
  const scheduleStart = new Date(fromMs).toISOString()
  return core.traits.namesTransactions
    ? { status: 'Accepted', schedule: { ...schedule, evseId: target, scheduleStart } }
    : { status: 'Accepted', connectorId: target, scheduleStart, chargingSchedule: schedule }
}

function written(
  core: Core,
  connectors: readonly VirtualConnector[],
  target: number,
  atMs: number,
  unit: RateUnit,
): number {
  const rated = connectors.reduce((sum, { ratedW }) => sum + ratedW, 0)
  const mostW = Math.min(
    rated,
    core.stationLimitW(atMs),
    ...(target === 0 ? [] : [core.ownLimitW(first(connectors), atMs)]),
  )
  if (unit === 'W') return Math.floor(mostW)
  return Math.floor((10 * mostW) / first(connectors).wattsOf({ unit: 'A', value: 1 })) / 10
}

/** Every running transaction tells its power under the new limits. */
function follow(core: Core): void {
  for (const connector of core.connectors) if (connector.transaction) void sample(core, connector)
}

function profileIn(core: Core, target: number, sent: Payload): ChargingProfile | null {
  const schedule = record(
    Array.isArray(sent.chargingSchedule) ? sent.chargingSchedule[0] : sent.chargingSchedule,
  )
  const purpose = purposes[String(sent.chargingProfilePurpose)]
  const periods = listed(schedule.chargingSchedulePeriod).map((period) => ({
    startPeriod: Number(period.startPeriod),
    limit: Number(period.limit),
    ...(typeof period.numberPhases === 'number' ? { numberPhases: period.numberPhases } : {}),
  }))
  if (!purpose || periods.length > mostPeriods || periods[0]?.startPeriod !== 0) return null
  const instantOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : null)
  return {
    id: Number(sent.chargingProfileId ?? sent.id),
    stackLevel: Number(sent.stackLevel),
    purpose,
    kind: sent.chargingProfileKind as ChargingProfile['kind'],
    recurrency: sent.recurrencyKind === 'Weekly' ? 'Weekly' : 'Daily',
    validFrom: instantOf(sent.validFrom) ?? Number.NEGATIVE_INFINITY,
    validTo: instantOf(sent.validTo) ?? Number.POSITIVE_INFINITY,
    startSchedule: instantOf(schedule.startSchedule),
    durationMs: typeof schedule.duration === 'number' ? schedule.duration * 1000 : null,
    unit: schedule.chargingRateUnit === 'A' ? 'A' : 'W',
    periods,
    target,
    setAt: core.now().getTime(),
    sent,
  }
}

/** A maximum profile is for the whole station. A transaction profile needs a running transaction, the named one where it names one. */
function fits(core: Core, { purpose, target, stackLevel, sent }: ChargingProfile): boolean {
  if (stackLevel > mostStackLevel) return false
  if (purpose === 'station') return target === 0
  const connector = core.connectors.find((one) => core.targetOf(one) === target)
  if (purpose === 'default' || purpose === 'priority') return target === 0 || connector !== undefined
  const { transaction } = connector ?? {}
  if (!transaction) return false
  return sent.transactionId === undefined || String(sent.transactionId) === transaction.id
}
