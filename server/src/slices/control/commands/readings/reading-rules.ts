import type { StationReadings, StationTaskBody } from '@stationmaster/contract'
import type { StationSetting } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'

/** A station that answers in parts has this long for all of them. */
const answerMs = MINUTE_MS
const mostChanged = 200
const mostWatchable = 2_000

type Changed = NonNullable<StationReadings['report']>['changed']

const keyOf = ({ component, name }: StationSetting): string => `${component ?? ''}\n${name}`

/** The variables that both reports have with different values, in the order of the later one; 200 at most. */
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

/** The variables that a station can monitor, each once, as last reported; all variables where it marks none. 2,000 at most. */
export function watchableOf(settings: readonly StationSetting[]): StationSetting[] {
  const known = [...new Map(settings.map((one) => [keyOf(one), one])).values()].filter(
    ({ component }) => component !== undefined,
  )
  const tells = known.some(({ watchable }) => watchable !== undefined)
  return known.filter(({ watchable }) => !tells || watchable === true).slice(0, mostWatchable)
}

/** Whether more parts of an answer are waited for at an instant: not for longer than a minute. */
export const isUnderWay = (
  { awaits, requestedAt }: { awaits: boolean; requestedAt: Date },
  now: Date,
): boolean => awaits && now.getTime() - requestedAt.getTime() < answerMs

type Unwatching = Extract<StationTaskBody, { task: 'unwatch' | 'monitoring_base' }>

/** The monitors set from here that no longer exist after a station's answer: one by its id, all of them, or none. */
export function goneMonitors(body: Unwatching, accepted: boolean): number | 'all' | 'none' {
  if (!accepted) return 'none'
  if (body.task === 'unwatch') return body.monitor_id
  // base "all" adds monitors and drops none
  return body.base === 'all' ? 'none' : 'all'
}
