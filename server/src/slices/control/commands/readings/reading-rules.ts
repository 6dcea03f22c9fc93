import type { StationReadings, StationTaskBody } from '@stationmaster/contract'
import type { StationSetting } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'

/** A station that answers in parts has this long for all of them. */
const answerMs = MINUTE_MS
const mostChanged = 200
const mostWatchable = 2_000

type Changed = NonNullable<StationReadings['report']>['changed']

const keyOf = ({ component, name }: StationSetting): string => `${component ?? ''}\n${name}`

/** The variables that stand in both of two reports with another value, in the order of the later one; 200 at most. */
export function changedBetween(before: readonly StationSetting[], after: readonly StationSetting[]): Changed {
  const known = new Map(before.map((one) => [keyOf(one), one]))
  return after
    .flatMap((one) => {
      const earlier = known.get(keyOf(one))
      if (!earlier || earlier.value === one.value) return []
      return [
        {
          component: one.component ?? '',
          name: one.name,
          value: one.value ?? null,
          unit: one.unit ?? null,
          before: earlier.value ?? null,
        },
      ]
    })
    .slice(0, mostChanged)
}

/** Variables that a station can watch, each once, as it told them last; all of them where it tells of none that it can. 2,000 at most. */
export function watchableOf(settings: readonly StationSetting[]): StationSetting[] {
  const known = [...new Map(settings.map((one) => [keyOf(one), one])).values()].filter(
    ({ component }) => component !== undefined,
  )
  const tells = known.some(({ watchable }) => watchable !== undefined)
  return known.filter(({ watchable }) => !tells || watchable === true).slice(0, mostWatchable)
}

/** Whether more of an answer may come at an instant: a station that has not told all of it in a minute is not waited for. */
export const isUnderWay = ({ awaits, askedAt }: { awaits: boolean; askedAt: Date }, now: Date): boolean =>
  awaits && now.getTime() - askedAt.getTime() < answerMs

type Unwatching = Extract<StationTaskBody, { task: 'unwatch' | 'monitoring_base' }>

/** The monitors that were set from here and are gone after a station's answer: one by its id, all of them, or none. */
export function goneMonitors(body: Unwatching, accepted: boolean): number | 'all' | 'none' {
  if (!accepted) return 'none'
  if (body.task === 'unwatch') return body.monitor_id
  // that watches more than before, and drops nothing
  return body.base === 'all' ? 'none' : 'all'
}
