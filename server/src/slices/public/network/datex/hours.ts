import type { OpeningPeriod } from '@stationmaster/contract'
import { groupBy } from '../../../../platform/general/group-by.ts'
import { versioned, type XmlNode } from './xml.ts'

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** What has no begin of its own has held since then. */
export const longAgo = '2000-01-01T00:00:00Z'

const endOfDay = '23:59:59'
const clock = (hhmm: string) => (hhmm === '2400' ? endOfDay : `${hhmm.slice(0, 2)}:${hhmm.slice(2)}:00`)

/** Hours of a location as DATEX II has them, in local time; a night becomes the end of one day and the begin of the next. */
export function operatingHoursOf(id: string, periods: readonly OpeningPeriod[] | null): XmlNode {
  if (periods === null) return { '@xsi:type': 'afac:OpenAllHours' }
  if (periods.length === 0) {
    return {
      '@xsi:type': 'afac:UndefinedOperatingHours',
      'afac:closureInformation': { 'afac:temporarilyClosed': true },
    }
  }
  const alike = groupBy(periods.flatMap(withinDays), ({ from, to }) => `${from} ${to}`)
  return {
    '@xsi:type': 'afac:OperatingHoursSpecification',
    ...versioned(id, {
      'afac:overallPeriod': {
        'com:overallStartTime': longAgo,
        'com:validPeriod': [...alike.values()].map((own) =>
          recurring(
            own,
            own.map(({ day }) => day),
          ),
        ),
      },
    }),
  }
}

/** A time of day on some days of the week (0 is Sunday). */
export function recurring(
  times: readonly { from: string; to: string }[],
  daysOfWeek: readonly number[],
): XmlNode {
  const [time] = times
  return {
    'com:recurringTimePeriodOfDay': time && {
      'com:startTimeOfPeriod': time.from,
      'com:endTimeOfPeriod': time.to,
    },
    'com:recurringDayWeekMonthPeriod':
      daysOfWeek.length > 0
        ? { 'com:applicableDay': [...daysOfWeek].sort().map((day) => days[day]) }
        : undefined,
  }
}

function withinDays({ day, opens_at, closes_at }: OpeningPeriod) {
  const from = clock(opens_at)
  if (closes_at > opens_at) return [{ day, from, to: clock(closes_at) }]
  const evening = { day, from, to: endOfDay }
  return closes_at === '0000'
    ? [evening]
    : [evening, { day: (day + 1) % 7, from: '00:00:00', to: clock(closes_at) }]
}
