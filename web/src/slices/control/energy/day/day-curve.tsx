import { HOUR_MS } from '@stationmaster/units'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { useEnergyWords } from '../use-energy-words.ts'
import type { Scale } from './curve-axes.tsx'
import classes from './day-curve.module.css'
import type { DayPoint } from './day-series.ts'
import { lineThrough, stepsThrough, TimedCurve } from './timed-curve.tsx'

/** What flowed through a day, minute by minute; nothing is drawn where nothing was measured. */
export function DayCurve({ runs, timeZone }: { runs: readonly DayPoint[][]; timeZone: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const points = runs.flat()
  const time = (at: number) => format.when(new Date(at), 'time', timeZone)
  return (
    <TimedCurve
      title={t('energy.day.title')}
      points={points}
      largest={Math.max(0, ...points.map(({ limit, flow }) => Math.max(limit, flow)))}
      table={useTable(points, time)}
      ticks={hoursBetween}
      label={time}
      lines={(scale) => runs.map((run) => <Run key={run[0]?.at} run={run} scale={scale} />)}
      facts={(point) => <PointFacts point={point} time={time(point.at)} />}
    />
  )
}

/** The same as a table. */
function useTable(points: readonly DayPoint[], time: (at: number) => string) {
  const { t } = useTranslation()
  const columns = ['limit', 'flow', 'others', 'granted', 'cars', 'waiting'] as const
  return {
    head: [t('energy.day.time'), ...columns.map((name) => t(`energy.day.${name}`))],
    rows: points.map((point) => [time(point.at), ...columns.map((name) => point[name])]),
  }
}

/** Lines of a stretch without a gap. */
function Run({ run, scale }: { run: readonly DayPoint[]; scale: Scale }) {
  const line = (of: (point: DayPoint) => number) => lineThrough(run, scale, of)
  const { x, y } = scale
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) return null
  const flow = line((point) => point.flow)
  return (
    <>
      <path className={classes.area} d={`${flow}L${x(last.at)} ${y(0)}L${x(first.at)} ${y(0)}Z`} />
      <path
        className={classes.granted}
        d={line((point) => Math.min(point.limit, point.others + point.granted))}
      />
      <path className={classes.others} d={line((point) => point.others)} />
      <path className={classes.flow} d={flow} />
      <path className={classes.limit} d={stepsThrough(run, scale, ({ limit }) => limit)} />
    </>
  )
}

function PointFacts({ point, time }: { point: DayPoint; time: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useEnergyWords()
  return (
    <>
      <span className={classes.quiet}>{time}</span>
      {(['flow', 'limit', 'others', 'granted'] as const).map((name) => (
        <span key={name}>
          {t(`energy.day.${name}`)}: <b>{words.amperes(point[name])}</b>
        </span>
      ))}
      <span>
        {t('energy.day.cars')}: <b>{format.number(point.cars)}</b>
      </span>
      {point.waiting > 0 && (
        <span>
          {t('energy.day.waiting')}: <b>{format.number(point.waiting)}</b>
        </span>
      )}
    </>
  )
}

/** Whole hours, or parts of one, as many as there is room for. */
function hoursBetween(from: number, to: number, most: number): number[] {
  const step =
    [1 / 12, 0.25, 0.5, 1, 2, 3, 6, 12]
      .map((hours) => hours * HOUR_MS)
      .find((ms) => (to - from) / ms <= most) ?? 24 * HOUR_MS
  const ticks: number[] = []
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) ticks.push(at)
  return ticks
}
