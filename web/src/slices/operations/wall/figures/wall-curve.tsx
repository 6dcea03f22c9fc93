import { useElementSize } from '@mantine/hooks'
import { HOUR_MS, last, MINUTE_MS } from '@stationmaster/units'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { smoothPath } from '../../../../ui/charts/chart-path.ts'
import { chartMaximum, niceTicks } from '../../../../ui/charts/chart-scale.ts'
import type { ShownWall } from '../shown-wall.ts'
import classes from '../wall-panel.module.css'
import drawing from './wall-curve.module.css'

/** the mean of a stretch stands in its middle */
const middleMs = 2.5 * MINUTE_MS
/** of the drawing's height; so are letters and edges, to be read from afar */
const letter = 0.085

/** a scale of whole kilowatts, however little is taken */
const leastW = 3000
/** of letters that the label of an hour needs */
const labelSizes = 4

interface Point {
  at: number
  power: number
}

/** The power of the network in the last hours, up to this moment. */
export function WallCurve({ wall }: { wall: ShownWall }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const points = [
    ...wall.curve.map(({ at, power }) => ({ at: Date.parse(at) + middleMs, power })),
    { at: Date.parse(wall.at), power: wall.power },
  ]
  const peak = points.reduce((most, one) => (one.power > most.power ? one : most))
  return (
    <section className={classes.panel} aria-label={t('wall.curve')}>
      <h2>
        {t('wall.curve')}
        <span className={classes.aside}>
          {t('wall.peak', {
            power: `${format.number(peak.power / 1000, 1)}\u00a0${t('units.kw')}`,
            time: format.when(new Date(peak.at), 'time'),
          })}
        </span>
      </h2>
      <div className={drawing.curve} ref={ref}>
        {width > 0 && height > 0 && <Curve points={points} width={width} height={height} />}
      </div>
    </section>
  )
}

/** Where an instant and a power are drawn, and at which hours there is room for a label; `now` is the right edge. */
function scaleOf(
  first: number,
  now: number,
  { largest, width, height }: { largest: number; width: number; height: number },
) {
  const size = Math.max(12, height * letter)
  const edge = { left: size * 4, right: size * 1.2, top: size * 0.8, bottom: size * 1.8 }
  const bottom = height - edge.bottom
  const inner = width - edge.left - edge.right
  const every = Math.ceil(((now - first) / HOUR_MS) * ((size * labelSizes) / Math.max(1, inner)))
  return {
    size,
    edge,
    bottom,
    x: (at: number) => edge.left + ((at - first) / Math.max(1, now - first)) * inner,
    y: (power: number) => bottom - (power / chartMaximum(largest)) * (bottom - edge.top),
    hours: Array.from(
      { length: 12 },
      (_, nth) => (Math.ceil(first / HOUR_MS) + nth * every) * HOUR_MS,
    ).filter((at) => at < now - 15 * MINUTE_MS),
  }
}

/** The last of the points is this moment. */
function Curve({ points, width, height }: { points: Point[]; width: number; height: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const present = last(points)
  const first = points[0]?.at ?? present.at
  const largest = Math.max(...points.map(({ power }) => power), leastW)
  const { size, edge, bottom, x, y, hours } = scaleOf(first, present.at, { largest, width, height })
  const path = smoothPath(points.map(({ at, power }) => ({ x: x(at), y: y(power) })))
  return (
    <svg width={width} height={height} role="img" aria-label={t('wall.curve')}>
      {niceTicks(largest).map((tick) => (
        <g key={tick}>
          <path className={drawing.line} d={`M${edge.left} ${y(tick)}H${width - edge.right}`} />
          <text x={edge.left - size * 0.6} y={y(tick)} dy="0.35em" textAnchor="end" fontSize={size}>
            {format.number(tick / 1000)}
          </text>
        </g>
      ))}
      {hours.map((at) => (
        <text key={at} x={x(at)} y={height - size * 0.3} textAnchor="middle" fontSize={size}>
          {format.when(new Date(at), 'time')}
        </text>
      ))}
      <path className={drawing.area} d={`${path}V${bottom}H${x(first)}Z`} />
      <path className={drawing.stroke} d={path} />
      <circle className={drawing.present} cx={x(present.at)} cy={y(present.power)} r={size * 0.4} />
    </svg>
  )
}
