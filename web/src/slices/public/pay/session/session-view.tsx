import type { PayPage } from '@stationmaster/contract'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { network } from '../../../../api/network.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Elapsed, ReadingAge } from '../../../../ui/dates/duration.tsx'
import classes from '../pay.module.css'

// drawn once there are readings, and not before the session is shown
const PowerCurve = lazy(() => import('./power-curve.tsx').then((module) => ({ default: module.PowerCurve })))

const radius = 94
const round = 2 * Math.PI * radius

/** The session as it runs: the battery or the energy in a ring, and what it came to. */
export function SessionView({ page, token }: { page: PayPage; token: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { session, limit_amount: limit } = page
  if (!session) return null
  const { soc } = session
  const energy = format.number(session.energy / 1000, 1)
  const share = soc === null ? (limit ? Math.min(1, session.amount / limit) : 0) : soc / 100
  const figures = [
    ...(soc === null ? [] : [{ value: energy, unit: t('units.kwh') }]),
    ...(session.power === null
      ? []
      : [{ value: format.number(session.power / 1000, 1), unit: t('units.kw') }]),
    { value: format.number(session.amount / 100, 2), unit: network.currencySign },
  ]
  return (
    <section className={`${classes.panel} ${classes.live}`} aria-label={t('pay.session')}>
      {session.started_at && (
        <p className={classes.note}>
          <span className={classes.pulse} />
          {t('pay.since')} <Elapsed since={session.started_at} />
        </p>
      )}
      <div className={classes.dial}>
        <svg viewBox="0 0 200 200" aria-hidden="true" focusable="false">
          <circle cx="100" cy="100" r={radius} className={classes.track} />
          <circle
            cx="100"
            cy="100"
            r={radius}
            className={classes.arc}
            strokeDasharray={`${share * round} ${round}`}
            transform="rotate(-90 100 100)"
          />
        </svg>
        <p className={classes.middleOfDial}>
          <span className={classes.big}>{soc === null ? energy : format.number(soc)}</span>
          <span className={classes.quiet}>{soc === null ? t('units.kwh') : t('pay.battery')}</span>
        </p>
      </div>
      <ul className={classes.figures}>
        {figures.map(({ value, unit }) => (
          <li key={unit}>
            <span className={classes.figure}>{value}</span>
            <span className={classes.quiet}>{unit}</span>
          </li>
        ))}
      </ul>
      <ReadingAge at={session.metered_at} />
      <Suspense>
        <PowerCurve token={token} />
      </Suspense>
      {limit !== null && <p className={classes.quiet}>{t('pay.upTo', { amount: format.money(limit) })}</p>}
    </section>
  )
}
