import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { smoothPath } from '../../../../ui/charts/chart-path.ts'
import { chartMaximum } from '../../../../ui/charts/chart-scale.ts'
import { readCurve } from '../pay-call.ts'
import classes from './session.module.css'

const everyMs = 15_000
const drawing = { width: 320, height: 88, edge: 4 }

/** The power of the session from its begin until now; nothing before there are readings to draw. */
export function PowerCurve({ token }: { token: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: curve = [] } = useQuery({
    queryKey: ['pay', token, 'curve'],
    queryFn: ({ signal }) => readCurve(token, signal),
    refetchInterval: everyMs,
  })
  const [first, last] = [curve[0], curve.at(-1)]
  if (!first || !last || first === last) return null
  const times = curve.map(({ at }) => Date.parse(at))
  const [from, to] = [Date.parse(first.at), Date.parse(last.at)]
  const most = Math.max(...curve.map(({ power }) => power))
  const { width, height, edge } = drawing
  const path = smoothPath(
    curve.map(({ power }, index) => ({
      x: (((times[index] ?? from) - from) / (to - from)) * width,
      y: height - (power / chartMaximum(Math.max(most, 1))) * (height - edge),
    })),
  )
  const kw = (power: number) => `${format.number(power / 1000, 1)} ${t('units.kw')}`
  return (
    <figure className={classes.curve}>
      <figcaption className={classes.caption}>
        <span>{t('pay.curve')}</span>
        <span>{t('pay.curveMost', { power: kw(most) })}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('pay.curveLabel', { most: kw(most), now: kw(last.power) })}
      >
        <path className={classes.area} d={`${path}V${height}H0Z`} />
        <path className={classes.line} d={path} />
      </svg>
      <p className={classes.caption}>
        <span>{format.when(new Date(from), 'time')}</span>
        <span>{format.when(new Date(to), 'time')}</span>
      </p>
    </figure>
  )
}
