import { type AlertRuleBody, type IncidentSeverity, incidentSeverities } from '@stationmaster/contract'
import { DAY_MS, dayOf, instantOf, localTime, MINUTE_MS } from '@stationmaster/units'

const isAtLeast = (severity: IncidentSeverity, least: IncidentSeverity): boolean =>
  incidentSeverities.indexOf(severity) >= incidentSeverities.indexOf(least)

/** What decides whether a rule is about an incident. */
export interface Case {
  kind: string
  severity: IncidentSeverity
  /** none: an incident of the whole network */
  locationIds: readonly number[]
}

/**
 * Whether a rule tells of an incident. `seen`: the locations of the incident that whoever has made the rule sees; null: the whole
 * network.
 */
export function isAbout(
  { on, severity, kinds, locations }: Pick<AlertRuleBody, 'on' | 'severity' | 'kinds' | 'locations'>,
  incident: Case,
  seen: ReadonlySet<number> | null,
): boolean {
  if (!on || !isAtLeast(incident.severity, severity)) return false
  if (kinds.length > 0 && !(kinds as readonly string[]).includes(incident.kind)) return false
  if (seen === null && locations.length === 0) return true
  return incident.locationIds.some(
    (id) => (seen === null || seen.has(id)) && (locations.length === 0 || locations.includes(id)),
  )
}

type Times = Pick<AlertRuleBody, 'hours' | 'urgent_severity'>

const minuteOf = (at: Date, timeZone: string): number => {
  const { hour, minute } = localTime(at, timeZone)
  return hour * 60 + minute
}

/** Whether people are notified at an instant; hours that end before they begin last past midnight. */
export function isWithin(hours: Times['hours'], at: Date, timeZone: string): boolean {
  if (hours === null || hours.from_minute === hours.until_minute) return true
  const { from_minute: from, until_minute: until } = hours
  const minute = minuteOf(at, timeZone)
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}

/** When something that is due at an instant may be notified: then, or when the hours begin. */
export function tellingTime(
  { hours, urgent_severity }: Times,
  severity: IncidentSeverity,
  at: Date,
  timeZone: string,
): Date {
  if (urgent_severity !== null && isAtLeast(severity, urgent_severity)) return at
  if (hours === null || isWithin(hours, at, timeZone)) return at
  const today = instantOf(dayOf(at, timeZone), hours.from_minute, timeZone)
  if (today > at) return today
  return instantOf(dayOf(new Date(at.getTime() + DAY_MS), timeZone), hours.from_minute, timeZone)
}

/** When the step after one that is done now comes; null: there is none. */
export function nextStepTime(
  rule: Times & Pick<AlertRuleBody, 'steps'>,
  done: { step: number; severity: IncidentSeverity },
  now: Date,
  timeZone: string,
): Date | null {
  const next = rule.steps[done.step + 1]
  if (!next) return null
  return tellingTime(rule, done.severity, new Date(now.getTime() + next.after_minutes * MINUTE_MS), timeZone)
}
