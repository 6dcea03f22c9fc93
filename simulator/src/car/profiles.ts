import { DAY_MS } from '@stationmaster/units'

export type RateUnit = 'A' | 'W'

export interface ProfilePeriod {
  /** seconds after the schedule's start */
  startPeriod: number
  /** in the schedule's unit */
  limit: number
  numberPhases?: number
}

/** A charging profile of either version (1.6 clause 7.8; 2.0.1 part 2, K01). */
export interface ChargingProfile {
  id: number
  stackLevel: number
  /** priority: of a transaction that comes before others (2.1 part 2, K21) */
  purpose: 'station' | 'default' | 'transaction' | 'priority'
  kind: 'Absolute' | 'Recurring' | 'Relative'
  recurrency: 'Daily' | 'Weekly'
  validFrom: number
  validTo: number
  /** ms; null: from when it was set */
  startSchedule: number | null
  /** ms; null: without an end */
  durationMs: number | null
  unit: RateUnit
  periods: readonly ProfilePeriod[]
  /** the EVSE, or the connector in 1.6; 0: the station */
  target: number
  setAt: number
  /** as it was sent, for reports */
  sent: Record<string, unknown>
}

/** A limit as a schedule writes it. */
export interface Limit {
  unit: RateUnit
  value: number
  numberPhases?: number
}

/** The start of the schedule that rules at an instant, ms; null: none does. */
function startAt(profile: ChargingProfile, atMs: number, transactionMs: number): number | null {
  if (atMs < profile.validFrom || atMs >= profile.validTo) return null
  const first = profile.kind === 'Relative' ? transactionMs : (profile.startSchedule ?? profile.setAt)
  const every = profile.recurrency === 'Weekly' ? 7 * DAY_MS : DAY_MS
  const start = profile.kind === 'Recurring' ? first + Math.floor((atMs - first) / every) * every : first
  if (atMs < start || (profile.durationMs !== null && atMs >= start + profile.durationMs)) return null
  return start
}

function limitOf(profile: ChargingProfile, atMs: number, transactionMs: number): Limit | null {
  const start = startAt(profile, atMs, transactionMs)
  if (start === null) return null
  const seconds = (atMs - start) / 1000
  const period = profile.periods.findLast(({ startPeriod }) => startPeriod <= seconds)
  if (!period) return null
  const { limit, numberPhases } = period
  return { unit: profile.unit, value: limit, ...(numberPhases === undefined ? {} : { numberPhases }) }
}

/** The charging profiles of one station. */
export class ChargingProfiles {
  private all: ChargingProfile[] = []

  get some(): boolean {
    return this.all.length > 0
  }

  list(): readonly ChargingProfile[] {
    return this.all
  }

  /** Replaces the profile with its id, or with its purpose and stack level on the same target. */
  set(profile: ChargingProfile): void {
    this.all = this.all.filter(
      ({ id, purpose, stackLevel, target }) =>
        id !== profile.id &&
        !(purpose === profile.purpose && stackLevel === profile.stackLevel && target === profile.target),
    )
    this.all.push(profile)
  }

  /** Removes those that are meant; answers how many there were. */
  clear(meant: (profile: ChargingProfile) => boolean): number {
    const before = this.all.length
    this.all = this.all.filter((profile) => !meant(profile))
    return before - this.all.length
  }

  /** Whether there is one for transactions that come before others on a target. */
  hasPriority(target: number): boolean {
    return this.all.some((one) => one.purpose === 'priority' && (one.target === 0 || one.target === target))
  }

  /**
   * What limits one target at an instant: for a transaction that comes before others the profile for those, else its own profile, else its
   * default (2.0.1 part 2, K01.FR.38).
   */
  limitAt(target: number, atMs: number, transactionMs: number | null, comesFirst = false): Limit | null {
    const from = transactionMs ?? atMs
    const strongest = (purpose: ChargingProfile['purpose'], meant: number) =>
      this.all
        .filter((profile) => profile.purpose === purpose && profile.target === meant)
        .sort((one, other) => other.stackLevel - one.stackLevel)
        .map((profile) => limitOf(profile, atMs, from))
        .find((limit) => limit !== null)
    const before = comesFirst ? (strongest('priority', target) ?? strongest('priority', 0)) : undefined
    if (before) return before
    const own = transactionMs === null ? undefined : strongest('transaction', target)
    return own ?? strongest('default', target) ?? strongest('default', 0) ?? null
  }

  /** What limits the whole station at an instant. */
  stationLimitAt(atMs: number): Limit | null {
    const limits = this.all
      .filter(({ purpose }) => purpose === 'station')
      .sort((one, other) => other.stackLevel - one.stackLevel)
    return limits.map((profile) => limitOf(profile, atMs, atMs)).find((limit) => limit !== null) ?? null
  }

  /** The instants between two others at which a limit may change, in order. */
  changesBetween(fromMs: number, toMs: number, transactionMs: readonly number[]): number[] {
    const changes = new Set<number>()
    const note = (atMs: number) => {
      if (atMs > fromMs && atMs < toMs) changes.add(atMs)
    }
    for (const profile of this.all) {
      note(profile.validFrom)
      note(profile.validTo)
      for (const start of startsOf(profile, fromMs, toMs, transactionMs)) {
        note(start)
        for (const { startPeriod } of profile.periods) note(start + startPeriod * 1000)
        if (profile.durationMs !== null) note(start + profile.durationMs)
      }
    }
    return [...changes].sort((one, other) => one - other)
  }
}

function startsOf(
  profile: ChargingProfile,
  fromMs: number,
  toMs: number,
  transactionMs: readonly number[],
): readonly number[] {
  if (profile.kind === 'Relative') return transactionMs
  const first = profile.startSchedule ?? profile.setAt
  if (profile.kind === 'Absolute') return [first]
  const every = profile.recurrency === 'Weekly' ? 7 * DAY_MS : DAY_MS
  const starts: number[] = []
  for (let round = Math.floor((fromMs - first) / every); first + round * every < toMs; round += 1) {
    starts.push(first + round * every)
  }
  return starts
}
