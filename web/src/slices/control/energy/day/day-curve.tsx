import { useElementSize } from '@mantine/hooks'
import { HOUR_MS } from '@stationmaster/units'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChartFrame } from '../../../../ui/charts/chart-frame.tsx'
import {
  CrosshairCard,
  CrosshairDrawing,
  CrosshairLine,
  useCrosshair,
} from '../../../../ui/charts/crosshair-drawing.tsx'
import { useEnergyWords } from '../use-energy-words.ts'
import {
  CurveAxes,
  edge,
  height,
  labelWidth,
  nearestTo,
  rounded,
  type Scale,
  scaleOf,
} from './curve-axes.tsx'
import classes from './day-curve.module.css'
import type { DayPoint } from './day-series.ts'

/** What flowed through a day, minute by minute; nothing is drawn where nothing was measured. */
export function DayCurve({ runs, timeZone }: { runs: readonly DayPoint[][]; timeZone: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { ref, width } = useElementSize<HTMLElement>()
  const points = runs.flat()
  const crosshair = useCrosshair(points.length)
  const point = crosshair.chosen === null ? undefined : points[crosshair.chosen]
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  const inner = Math.max(0, width - edge.left - edge.right)
  const largest = Math.max(0, ...points.map(({ limit, flow }) => Math.max(limit, flow)))
  const scale = scaleOf({ from, to, width, largest })
  const title = t('energy.day.title')
  const time = (at: number) => format.when(new Date(at), 'time', timeZone)
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
              ticks={hoursBetween(from, to, inner / labelWidth)}
              label={time}
            />
            {runs.map((run) => (
              <Run key={run[0]?.at} run={run} scale={scale} />
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
    </ChartFrame>
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
function Run({ run, scale: { x, y } }: { run: readonly DayPoint[]; scale: Scale }) {
  const line = (of: (point: DayPoint) => number) =>
    run.map((point, nth) => `${nth ? 'L' : 'M'}${rounded(x(point.at))} ${rounded(y(of(point)))}`).join('')
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
      <path className={classes.limit} d={steps(run, { x, y })} />
    </>
  )
}

/** A limit holds until the next one: it is drawn as steps. */
const steps = (run: readonly DayPoint[], { x, y }: Scale): string =>
  run
    .map(({ at, limit }, nth) =>
      nth ? `H${rounded(x(at))}V${rounded(y(limit))}` : `M${rounded(x(at))} ${rounded(y(limit))}`,
    )
    .join('')

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
