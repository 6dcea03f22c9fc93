import { useElementSize } from '@mantine/hooks'
import { chartMaximum, niceTicks } from './chart-scale.ts'
import { CrosshairCard, CrosshairDrawing, CrosshairLine, useCrosshair } from './crosshair-drawing.tsx'
import classes from './day-chart.module.css'

export interface ChartPoint {
  day: string
  value: number
  before: number
}

interface DayChartProps {
  points: ChartPoint[]
  title: string
  /** Below the axis. */
  dayLabel: (day: string) => string
  /** In the crosshair's card. */
  dayTitle: (day: string) => string
  exact: (value: number) => string
  short: (value: number) => string
  beforeLabel: string
  /** the day that is not over, and what is said of its value */
  young: { day: string; label: string }
}

/** as high as what stands beside it, attention.module.css */
const height = 242
const edge = { top: 8, right: 40, bottom: 24, left: 64 }
/** as far as a day's label needs */
const leastLabelGap = 52
const barMost = 36
const bottom = height - edge.bottom
/** px above a bar, so that a dash and its name stand clear of it */
const labelRoom = 6

/** A bar for each day, the young one pale, and a dashed line across it for the day before; a crosshair tells exact values. */
export function DayChart(props: DayChartProps) {
  const { points, title, dayLabel, short, beforeLabel, young } = props
  const { ref, width } = useElementSize<HTMLElement>()
  const crosshair = useCrosshair(points.length)
  const { chosen, last } = crosshair
  const largest = Math.max(...points.flatMap((point) => [point.value, point.before]))
  const step = Math.max(0, width - edge.left - edge.right) / Math.max(1, last)
  const x = (index: number) => edge.left + index * step
  const y = (value: number) => bottom - (value / chartMaximum(largest)) * (bottom - edge.top)
  const bar = Math.min(barMost, step * 0.6)
  const labelEvery = Math.max(1, Math.ceil(leastLabelGap / step))
  const point = chosen === null ? undefined : points[chosen]
  const crosshairX = x(chosen ?? 0)
  /** the last dash that stands clear of its bar says what dashes are */
  const named = points.findLastIndex(({ value, before }) => before > 0 && y(value) - y(before) > labelRoom)
  return (
    <figure className={classes.chart} ref={ref} aria-label={title}>
      {step > 0 && (
        <CrosshairDrawing
          title={title}
          height={height}
          crosshair={crosshair}
          indexAt={(at) => Math.round((at - edge.left) / step)}
        >
          <ValueAxis largest={largest} short={short} y={y} right={width - edge.right} />
          {points.map(({ day }, index) =>
            (last - index) % labelEvery === 0 ? (
              <text key={day} className={classes.tick} x={x(index)} y={bottom + 20} textAnchor="middle">
                {dayLabel(day)}
              </text>
            ) : null,
          )}
          {points.map((one, index) => (
            <Bar key={one.day} point={one} young={one.day === young.day} x={x(index)} y={y} width={bar} />
          ))}
          {named >= 0 && (
            <text
              className={classes.tick}
              x={x(named) + bar / 2 + 4}
              y={Math.max(12, y(points[named]?.before ?? 0) - 5)}
              textAnchor="end"
            >
              {beforeLabel}
            </text>
          )}
          {point && <CrosshairLine x={crosshairX} top={edge.top} bottom={bottom} />}
        </CrosshairDrawing>
      )}
      {point && (
        <CrosshairCard x={crosshairX} top={Math.max(0, y(point.value) - 40)} width={width}>
          <PointFacts {...props} point={point} />
        </CrosshairCard>
      )}
    </figure>
  )
}

/** What the crosshair tells of a day. */
function PointFacts({ point, dayTitle, exact, beforeLabel, young }: DayChartProps & { point: ChartPoint }) {
  return (
    <>
      <span className={classes.quiet}>{dayTitle(point.day)}</span>
      <strong>{exact(point.value)}</strong>
      {point.day === young.day && <span className={classes.quiet}>{young.label}</span>}
      <span className={classes.quiet}>
        {beforeLabel} {exact(point.before)}
      </span>
    </>
  )
}

interface ValueAxisProps {
  largest: number
  short: (value: number) => string
  y: (value: number) => number
  /** px where its lines end */
  right: number
}

/** A line for each round value. */
function ValueAxis({ largest, short, y, right }: ValueAxisProps) {
  return niceTicks(largest).map((tick) => (
    <g key={tick}>
      <path className={classes.line} d={`M${edge.left - 16} ${y(tick)}H${right}`} />
      <text className={classes.tick} x={edge.left - 24} y={y(tick)} dy="0.35em" textAnchor="end">
        {short(tick)}
      </text>
    </g>
  ))
}

interface BarProps {
  point: ChartPoint
  young: boolean
  /** px of its middle */
  x: number
  y: (value: number) => number
  width: number
}

/** The value of a day as a bar, and a dash across it for the day before. */
function Bar({ point: { value, before }, young, x, y, width }: BarProps) {
  return (
    <g>
      <rect
        className={classes.bar}
        data-young={young || undefined}
        x={x - width / 2}
        y={Math.min(y(value), bottom)}
        width={width}
        height={Math.max(0, bottom - y(value))}
        rx={2}
      />
      {before > 0 && (
        <path className={classes.before} d={`M${x - width / 2 - 4} ${y(before)}h${width + 8}`} />
      )}
    </g>
  )
}
