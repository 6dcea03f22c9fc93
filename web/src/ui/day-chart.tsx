import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { chartMaximum, niceTicks } from './chart-scale.ts'
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
}

const axis = { fontSize: 11, fill: 'var(--sm-text-3)' }

/** A thin line with an 8 % fill over the dashed line of the period before; a crosshair tells exact values. */
export default function DayChart({
  points,
  title,
  dayLabel,
  dayTitle,
  exact,
  short,
  beforeLabel,
}: DayChartProps) {
  const largest = Math.max(...points.flatMap((point) => [point.value, point.before]))
  return (
    <figure className={classes.chart} aria-label={title}>
      <ResponsiveContainer width="100%" height="100%">
        <AreaChart data={points} margin={{ top: 8, right: 24, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} syncWithTicks stroke="var(--sm-line)" />
          <XAxis
            dataKey="day"
            tickFormatter={dayLabel}
            axisLine={false}
            tickLine={false}
            tick={axis}
            tickMargin={8}
            interval="preserveStartEnd"
            minTickGap={12}
            padding={{ left: 16, right: 0 }}
          />
          <YAxis
            width={48}
            tickFormatter={short}
            axisLine={false}
            tickLine={false}
            tick={axis}
            ticks={niceTicks(largest)}
            domain={[0, chartMaximum(largest)]}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--sm-text-3)', strokeDasharray: '2 3' }}
            content={({ active, payload }) => {
              const point = payload?.[0]?.payload as ChartPoint | undefined
              return active && point ? (
                <div className={classes.card}>
                  <span className={classes.quiet}>{dayTitle(point.day)}</span>
                  <strong>{exact(point.value)}</strong>
                  <span className={classes.quiet}>
                    {beforeLabel} {exact(point.before)}
                  </span>
                </div>
              ) : null
            }}
          />
          <Area
            dataKey="before"
            type="monotone"
            stroke="var(--sm-text-3)"
            strokeWidth={1.25}
            strokeDasharray="2 4"
            fill="none"
            activeDot={false}
            isAnimationActive={false}
          />
          <Area
            dataKey="value"
            type="monotone"
            stroke="var(--sm-accent)"
            strokeWidth={2}
            fill="var(--sm-accent)"
            fillOpacity={0.08}
            activeDot={{ r: 4, fill: 'var(--sm-accent)', stroke: 'var(--sm-surface)', strokeWidth: 2 }}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </figure>
  )
}
