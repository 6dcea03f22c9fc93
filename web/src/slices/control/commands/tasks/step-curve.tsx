import { useFormat } from '../../../../i18n/use-format.ts'
import { chartMaximum, niceTicks } from '../../../../ui/charts/chart-scale.ts'
import classes from './tasks.module.css'

interface StepCurveProps {
  title: string
  unit: string
  from: string
  until: string
  steps: readonly { at: string; limit: number }[]
}

const width = 560
const height = 160
const left = 52
const bottom = 24
const top = 8

/** A limit over time as steps: a thin line with an 8 % fill; the table below says the same in words. */
export function StepCurve({ title, unit, from, until, steps }: StepCurveProps) {
  const format = useFormat()
  const [start, end] = [Date.parse(from), Date.parse(until)]
  const largest = Math.max(...steps.map(({ limit }) => limit))
  const x = (at: number) => left + ((at - start) / (end - start)) * (width - left)
  const y = (limit: number) => top + (1 - limit / chartMaximum(largest)) * (height - top - bottom)
  const line = steps
    .map(({ at, limit }, index) => {
      const right = x(Date.parse(steps[index + 1]?.at ?? until))
      return `${index === 0 ? 'M' : 'L'}${x(Date.parse(at))},${y(limit)} L${right},${y(limit)}`
    })
    .join(' ')
  return (
    <figure className={classes.curve}>
      <figcaption className={classes.quiet}>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {niceTicks(largest).map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} stroke="var(--sm-line)" />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end" className={classes.tick}>
              {format.number(tick)}
            </text>
          </g>
        ))}
        <path
          d={`${line} L${x(end)},${y(0)} L${x(start)},${y(0)} Z`}
          fill="var(--sm-accent)"
          fillOpacity={0.08}
        />
        <path d={line} fill="none" stroke="var(--sm-accent)" strokeWidth={2} />
        <text x={left} y={height - 6} className={classes.tick}>
          {format.when(new Date(from), 'full')}
        </text>
        <text x={width} y={height - 6} textAnchor="end" className={classes.tick}>
          {format.when(new Date(until), 'full')}
        </text>
      </svg>
      <ol className={classes.steps}>
        {steps.map(({ at, limit }) => (
          <li key={at}>
            <time dateTime={at}>{format.when(new Date(at), 'full')}</time>
            <strong>
              {format.number(limit, Number.isInteger(limit) ? 0 : 1)} {unit}
            </strong>
          </li>
        ))}
      </ol>
    </figure>
  )
}
