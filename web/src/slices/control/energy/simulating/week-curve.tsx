import { useElementSize } from '@mantine/hooks'
import type { EnergySimulation } from '@stationmaster/contract'
import { instantOf } from '@stationmaster/units'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChartFrame } from '../../../../ui/charts/chart-frame.tsx'
import {
  CrosshairCard,
  CrosshairDrawing,
  CrosshairLine,
  useCrosshair,
} from '../../../../ui/charts/crosshair-drawing.tsx'
import { CurveAxes, edge, height, nearestTo, rounded, type Scale, scaleOf } from '../day/curve-axes.tsx'
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
  const { ref, width } = useElementSize<HTMLElement>()
  const points = curve.map((point): Point => ({ ...point, at: Date.parse(point.at) }))
  const crosshair = useCrosshair(points.length)
  const point = crosshair.chosen === null ? undefined : points[crosshair.chosen]
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  const inner = Math.max(0, width - edge.left - edge.right)
  const largest = Math.max(0, ...points.flatMap(({ now, changed }) => [now.limit_a, changed.limit_a]))
  const scale = scaleOf({ from, to, width, largest })
  const title = t('energy.simulation.curve')
  const time = (at: number) => format.when(new Date(at), 'dayTime', timeZone)
  const midnights = days.map(({ day }) => instantOf(day, 0, timeZone).getTime()).filter((at) => at >= from)
  return (
    <ChartFrame title={title} table={useTable(points, time)}>
      <figure className={classes.curve} ref={ref} aria-label={title} style={{ height }}>
        {inner > 0 && (
          <CrosshairDrawing
            title={title}
            height={height}
            crosshair={crosshair}
            indexAt={(px) => nearestTo(points, from + ((px - edge.left) / inner) * (to - from))}
          >
            <CurveAxes
              largest={largest}
              scale={scale}
              width={width}
              ticks={midnights}
              label={(at) => format.when(new Date(at), 'weekday', timeZone)}
            />
            {lines.map((side) => (
              <Lines key={side} side={side} points={points} scale={scale} />
            ))}
            {point && <CrosshairLine x={scale.x(point.at)} top={edge.top} bottom={height - edge.bottom} />}
          </CrosshairDrawing>
        )}
        {point && (
          <CrosshairCard x={scale.x(point.at)} top={8} width={width}>
            <PointFacts point={point} time={time(point.at)} />
          </CrosshairCard>
        )}
      </figure>
      <p className={classes.legend}>
        {lines.map((side) => (
          <span key={side}>
            <i data-line={side} aria-hidden="true" /> {t(`energy.simulation.${side}`)}
          </span>
        ))}
        <span>
          <i data-line="limit" aria-hidden="true" /> {t('energy.day.limit')}
        </span>
      </p>
    </ChartFrame>
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
function Lines({ side, points, scale: { x, y } }: LinesProps) {
  const path = (of: (point: Point) => number) =>
    points.map((point, nth) => `${nth ? 'L' : 'M'}${rounded(x(point.at))} ${rounded(y(of(point)))}`).join('')
  return (
    <>
      <path className={classes.limit} data-line={side} d={path((point) => point[side].limit_a)} />
      <path className={classes.flow} data-line={side} d={path((point) => point[side].load_a)} />
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
