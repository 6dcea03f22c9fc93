import { useElementSize } from '@mantine/hooks'
import type { ComponentProps, ReactNode } from 'react'
import { ChartFrame } from '../../../../ui/charts/chart-frame.tsx'
import {
  CrosshairCard,
  CrosshairDrawing,
  CrosshairLine,
  useCrosshair,
} from '../../../../ui/charts/crosshair-drawing.tsx'
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

interface TimedCurveProps<P extends { at: number }> {
  title: string
  /** in order of time */
  points: readonly P[]
  /** the most that is drawn, A */
  largest: number
  table: ComponentProps<typeof ChartFrame>['table']
  /** the instants that have a label, of which so many have room */
  ticks: (from: number, to: number, most: number) => readonly number[]
  label: (at: number) => string
  lines: (scale: Scale) => ReactNode
  /** what the moment that is pointed at was like */
  facts: (point: P) => ReactNode
  /** below the drawing */
  legend?: ReactNode
}

/** Amperes through a time, with a line that shows one moment of it. */
export function TimedCurve<P extends { at: number }>({
  title,
  points,
  largest,
  table,
  ticks,
  label,
  lines,
  facts,
  legend,
}: TimedCurveProps<P>) {
  const { ref, width } = useElementSize<HTMLElement>()
  const crosshair = useCrosshair(points.length)
  const point = crosshair.chosen === null ? undefined : points[crosshair.chosen]
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  const inner = Math.max(0, width - edge.left - edge.right)
  const scale = scaleOf({ from, to, width, largest })
  return (
    <ChartFrame title={title} table={table}>
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
              ticks={ticks(from, to, inner / labelWidth)}
              label={label}
            />
            {lines(scale)}
            {point && <CrosshairLine x={scale.x(point.at)} top={edge.top} bottom={height - edge.bottom} />}
          </CrosshairDrawing>
        )}
        {point && (
          <CrosshairCard x={scale.x(point.at)} top={8} width={width}>
            {facts(point)}
          </CrosshairCard>
        )}
      </figure>
      {legend}
    </ChartFrame>
  )
}

/** What the lines of a curve are. */
export function CurveLegend({ lines }: { lines: readonly { line: string; words: string }[] }) {
  return (
    <p className={classes.legend}>
      {lines.map(({ line, words }) => (
        <span key={line}>
          <i data-line={line} aria-hidden="true" /> {words}
        </span>
      ))}
    </p>
  )
}

/** A path through points. */
export const lineThrough = <P extends { at: number }>(
  points: readonly P[],
  { x, y }: Scale,
  of: (point: P) => number,
): string =>
  points.map((point, nth) => `${nth ? 'L' : 'M'}${rounded(x(point.at))} ${rounded(y(of(point)))}`).join('')

/** A path of what holds until the next point. */
export const stepsThrough = <P extends { at: number }>(
  points: readonly P[],
  { x, y }: Scale,
  of: (point: P) => number,
): string =>
  points
    .map((point, nth) =>
      nth
        ? `H${rounded(x(point.at))}V${rounded(y(of(point)))}`
        : `M${rounded(x(point.at))} ${rounded(y(of(point)))}`,
    )
    .join('')
