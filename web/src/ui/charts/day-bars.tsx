import { useElementSize } from '@mantine/hooks'
import classes from './day-bars.module.css'

interface DayBarsProps {
  title: string
  /** consecutive days; `exact` is the text shown for each */
  days: readonly { day: string; value: number; exact: string }[]
}

const height = 120
const edge = { top: 4, right: 28, bottom: 24 }
/** as far as the number of a day needs */
const leastLabelGap = 28

/** A bar for each day of a month. */
export function DayBars({ title, days }: DayBarsProps) {
  const { ref, width } = useElementSize<HTMLElement>()
  const step = Math.max(0, width - edge.right) / Math.max(1, days.length)
  const room = height - edge.top - edge.bottom
  const largest = Math.max(1, ...days.map(({ value }) => value))
  const labelEvery = Math.max(1, Math.ceil(leastLabelGap / step))
  return (
    <figure className={classes.bars} ref={ref} aria-label={title}>
      {width > 0 && (
        <svg className={classes.drawing} height={height} role="img" aria-label={title}>
          {days.map(({ day, value, exact }, index) => {
            const high = Math.max(1, (value / largest) * room)
            return (
              <g key={day}>
                <title>{exact}</title>
                <rect
                  className={classes.bar}
                  data-empty={value === 0 || undefined}
                  x={index * step + step * 0.15}
                  y={edge.top + room - high}
                  width={step * 0.7}
                  height={high}
                />
                {index % labelEvery === 0 && (
                  <text className={classes.label} x={(index + 0.5) * step} y={height - 8} textAnchor="middle">
                    {Number(day.slice(8))}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      )}
    </figure>
  )
}
