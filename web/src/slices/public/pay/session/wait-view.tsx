import { Loader } from '@mantine/core'
import type { PayPage } from '@stationmaster/contract'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { useServerNow } from '../../../../ui/dates/use-server-now.ts'
import { IconCalendarTime, IconPlug } from '../../../../ui/pictures/icons.ts'
import classes from '../pay.module.css'

// only who has paid sees one
const PlugPicture = lazy(() =>
  import('./plug-picture.tsx').then((module) => ({ default: module.PlugPicture })),
)

/** The driver is at the station, or on the way, and has still to plug in. */
const plugs: ReadonlySet<PayPage['step']> = new Set(['reserved', 'waiting_plug'])
const icons = { reserved: IconCalendarTime, waiting_plug: IconPlug } as const

/** What is waited for, with the time that is left where it ends by itself. */
export function WaitView({ page }: { page: PayPage }) {
  const { t } = useTranslation()
  const { step, until } = page
  const Icon = step === 'reserved' || step === 'waiting_plug' ? icons[step] : null
  return (
    <section className={`${classes.panel} ${classes.live} ${classes.middle}`}>
      {Icon ? <Icon size={44} stroke={1.5} aria-hidden="true" /> : <Loader size={44} />}
      {Icon && until && <Left until={until} />}
      {plugs.has(step) && (
        <Suspense>
          <PlugPicture page={page} />
        </Suspense>
      )}
      <p className={classes.quiet}>{t(`pay.wait.${step as 'reserved'}`)}</p>
    </section>
  )
}

/** How much time is left, ticking, for who looks at it from afar. */
function Left({ until }: { until: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const seconds = Math.max(0, Math.floor((Date.parse(until) - useServerNow()) / 1000))
  return (
    <p
      role="timer"
      aria-label={t('units.left', { duration: format.duration(seconds) })}
      className={classes.big}
    >
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </p>
  )
}
