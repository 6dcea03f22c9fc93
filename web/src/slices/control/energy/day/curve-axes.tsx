import { chartMaximum, niceTicks } from '../../../../ui/charts/chart-scale.ts'
import { useEnergyWords } from '../use-energy-words.ts'
import classes from './day-curve.module.css'

export const edge = { top: 10, right: 8, bottom: 24, left: 42 }
export const height = 240
/** px that a time label needs */
export const labelWidth = 56

export interface Scale {
  x: (at: number) => number
  y: (a: number) => number
}

/** Where instants and amperes lie in a curve of so many px. */
export function scaleOf({
  from,
  to,
  width,
  largest,
}: {
  from: number
  to: number
  width: number
  largest: number
}): Scale {
  const inner = Math.max(0, width - edge.left - edge.right)
  const room = height - edge.top - edge.bottom
  return {
    x: (at) => edge.left + ((at - from) / Math.max(1, to - from)) * inner,
    y: (a) => edge.top + room * (1 - a / chartMaximum(largest)),
  }
}

export const rounded = (value: number) => Math.round(value * 10) / 10

interface AxesProps {
  largest: number
  scale: Scale
  width: number
  /** ms */
  ticks: readonly number[]
  label: (at: number) => string
}

/** Amperes to the left, and times below. */
export function CurveAxes({ largest, scale: { x, y }, width, ticks, label }: AxesProps) {
  const words = useEnergyWords()
  return (
    <>
      {niceTicks(largest).map((a) => (
        <g key={a}>
          <path className={classes.grid} d={`M${edge.left} ${y(a)}H${width - edge.right}`} />
          <text className={classes.tick} x={edge.left - 6} y={y(a)} dy="0.35em" textAnchor="end">
            {words.amperes(a)}
          </text>
        </g>
      ))}
      {ticks.map((at) => (
        <text
          key={at}
          className={classes.tick}
          x={Math.min(width - 20, Math.max(edge.left, x(at)))}
          y={height - 6}
          textAnchor="middle"
        >
          {label(at)}
        </text>
      ))}
    </>
  )
}

/** The index of the point that is nearest to an instant; points are in order of time. */
export function nearestTo(points: readonly { at: number }[], at: number): number {
  const after = points.findIndex((point) => point.at >= at)
  if (after <= 0) return after < 0 ? points.length - 1 : 0
  // `after` is the index of a point that has one before it
  return at - points[after - 1]!.at < points[after]!.at - at ? after - 1 : after
}
