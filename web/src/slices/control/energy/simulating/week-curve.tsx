import type { EnergySimulation } from '@stationmaster/contract'
import { instantOf } from '@stationmaster/units'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import type { Scale } from '../day/curve-axes.tsx'
import { CurveLegend, lineThrough, stepsThrough, TimedCurve } from '../day/timed-curve.tsx'
import { useEnergyWords } from '../use-energy-words.ts'
import classes from './week-curve.module.css'

interface Point {
  at: number
  now: EnergySimulation['curve'][number]['now']
  changed: EnergySimulation['curve'][number]['now']
}

interface WeekCurveProps {
  simulation: EnergySimulation
  timeZone: string
}

const lines = ['now', 'changed'] as const

/** The fullest phase of the grid connection through the week, with the present settings and the changed ones. */
export function WeekCurve({ simulation: { curve, days }, timeZone }: WeekCurveProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const points = curve.map((point): Point => ({ ...point, at: Date.parse(point.at) }))
  const time = (at: number) => format.when(new Date(at), 'dayTime', timeZone)
  const midnights = days.map(({ day }) => instantOf(day, 0, timeZone).getTime())
  return (
    <TimedCurve
      title={t('energy.simulation.curve')}
      points={points}
      largest={Math.max(0, ...points.flatMap(({ now, changed }) => [now.limit_a, changed.limit_a]))}
      table={useTable(points, time)}
      ticks={(from) => midnights.filter((at) => at >= from)}
      label={(at) => format.when(new Date(at), 'weekday', timeZone)}
      lines={(scale) => lines.map((side) => <Lines key={side} side={side} points={points} scale={scale} />)}
      facts={(point) => <PointFacts point={point} time={time(point.at)} />}
      legend={
        <CurveLegend
          lines={[
            ...lines.map((side) => ({ line: side, words: t(`energy.simulation.${side}`) })),
            { line: 'limits', words: t('energy.day.limit') },
          ]}
        />
      }
    />
  )
}

function useTable(points: readonly Point[], time: (at: number) => string) {
  const { t } = useTranslation()
  const nameOf = (side: (typeof lines)[number], what: string) => `${t(`energy.simulation.${side}`)}: ${what}`
  return {
    head: [
      t('energy.day.time'),
      ...lines.flatMap((side) => [nameOf(side, t('energy.day.flow')), nameOf(side, t('energy.day.limit'))]),
    ],
    rows: points.map((point) => [
      time(point.at),
      ...lines.flatMap((side) => [point[side].load_a, point[side].limit_a]),
    ]),
  }
}

interface LinesProps {
  side: (typeof lines)[number]
  points: readonly Point[]
  scale: Scale
}

/** What flowed, and what might. */
function Lines({ side, points, scale }: LinesProps) {
  return (
    <>
      <path
        className={classes.limit}
        data-line={side}
        d={stepsThrough(points, scale, (point) => point[side].limit_a)}
      />
      <path
        className={classes.flow}
        data-line={side}
        d={lineThrough(points, scale, (point) => point[side].load_a)}
      />
    </>
  )
}

function PointFacts({ point, time }: { point: Point; time: string }) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  return (
    <>
      <span className={classes.quiet}>{time}</span>
      {lines.map((side) => (
        <span key={side}>
          {t(`energy.simulation.${side}`)}:{' '}
          <b>
            {t('energy.load.of', {
              flow: words.amperes(point[side].load_a),
              fuse: words.amperes(point[side].limit_a),
            })}
          </b>
        </span>
      ))}
    </>
  )
}
