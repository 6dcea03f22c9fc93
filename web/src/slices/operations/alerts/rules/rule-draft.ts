import {
  type AlertRule,
  alertRuleBody,
  type IncidentKind,
  type IncidentSeverity,
} from '@stationmaster/contract'

/** A step as it is edited: people by the way of their messages. */
export interface StepDraft {
  key: number
  after: number | ''
  mail: string[]
  push: string[]
  channels: string[]
}

/** A rule as it is edited. */
export interface RuleDraft {
  name: string
  on: boolean
  severity: IncidentSeverity
  kinds: IncidentKind[]
  locations: number[]
  hours: { from: string; until: string } | null
  urgent: IncidentSeverity | null
  digest: number | ''
  steps: StepDraft[]
}

export const emptyStep = (key: number): StepDraft => ({ key, after: 15, mail: [], push: [], channels: [] })

export const newRule = (): RuleDraft => ({
  name: '',
  on: true,
  severity: 'major',
  kinds: [],
  locations: [],
  hours: null,
  urgent: null,
  digest: 0,
  steps: [{ ...emptyStep(0), after: 0 }],
})

const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const minuteOf = (clock: string): number => {
  const [hours, minutes] = clock.split(':').map(Number)
  return (hours ?? Number.NaN) * 60 + (minutes ?? Number.NaN)
}

export const draftOf = (rule: AlertRule): RuleDraft => ({
  name: rule.name,
  on: rule.on,
  severity: rule.severity,
  kinds: rule.kinds,
  locations: rule.locations,
  hours: rule.hours && { from: clockOf(rule.hours.from_minute), until: clockOf(rule.hours.until_minute) },
  urgent: rule.urgent_severity,
  digest: rule.digest_minutes,
  steps: rule.steps.map(({ after_minutes: after, people, channels }, key) => ({
    key,
    after,
    mail: people.filter(({ mail }) => mail).map(({ id }) => String(id)),
    push: people.filter(({ push }) => push).map(({ id }) => String(id)),
    channels: channels.map(String),
  })),
})

/** Whether a step tells anybody. */
export const tellsSomebody = ({ mail, push, channels }: StepDraft): boolean =>
  mail.length + push.length + channels.length > 0

/** What the server takes; undefined while the draft does not hold. */
export function bodyOf({ hours, urgent, digest, steps, ...rest }: RuleDraft) {
  if (!steps.every(tellsSomebody)) return undefined
  const parsed = alertRuleBody.safeParse({
    ...rest,
    hours: hours && { from_minute: minuteOf(hours.from), until_minute: minuteOf(hours.until) },
    urgent_severity: hours ? urgent : null,
    digest_minutes: digest,
    steps: steps.map(({ after, mail, push, channels }, at) => ({
      after_minutes: at === 0 ? 0 : after,
      people: [...new Set([...mail, ...push])].map((id) => ({
        id: Number(id),
        mail: mail.includes(id),
        push: push.includes(id),
      })),
      channels: channels.map(Number),
    })),
  })
  return parsed.success ? parsed.data : undefined
}
