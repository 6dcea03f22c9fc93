import { useTranslation } from 'react-i18next'
import { clock } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { NoValue } from '../figures/quantity.tsx'
import { IconClockExclamation } from '../pictures/icons.ts'
import classes from './duration.module.css'
import { useRunningNow, useServerNow } from './use-server-now.ts'

/** A fixed length of time in its two largest units. */
export function Duration({ seconds }: { seconds: number | null | undefined }) {
  const format = useFormat()
  if (seconds === null || seconds === undefined) return <NoValue />
  return <span>{format.duration(seconds)}</span>
}

/** How long something has been going on since an instant, by the server's clock; ticks. */
export function Elapsed({ since }: { since: string }) {
  const format = useFormat()
  const seconds = Math.max(0, (useRunningNow() - Date.parse(since)) / 1000)
  return <span className={classes.running}>{format.duration(seconds)}</span>
}

/** How much is left until an instant, as minutes and seconds; ticks down to zero. */
export function Remaining({ until }: { until: string }) {
  const { t } = useTranslation()
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - useRunningNow()) / 1000))
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return <span className={classes.running}>{t('units.left', { duration: text })}</span>
}

/** A running clock 00:24:07 since an instant, by the server's clock. */
export function Clock({ since }: { since: string }) {
  return (
    <span role="timer" className={classes.running}>
      {clock((useRunningNow() - Date.parse(since)) / 1000)}
    </span>
  )
}

/** Stations meter a running session at least this often; a reading that is older says so. */
const expectedReadingSeconds = 120

/** The age of a reading that is shown as present, once it is older than expected; nothing before. */
export function ReadingAge({ at }: { at: string | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useServerNow(10)
  if (at === null) return null
  const seconds = (now - Date.parse(at)) / 1000
  if (seconds <= expectedReadingSeconds) return null
  return (
    <span className={classes.old} title={format.when(new Date(at), 'fullSeconds')}>
      <IconClockExclamation size={14} stroke={1.75} aria-hidden="true" />
      {t('units.readAgo', { duration: format.duration(seconds) })}
    </span>
  )
}

/** How long ago an instant was, to the minute; 'never' without one. */
export function Ago({ at }: { at: string | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useServerNow(10)
  if (!at) return <span>{t('units.never')}</span>
  const seconds = (now - Date.parse(at)) / 1000
  return (
    <time dateTime={at} title={format.when(new Date(at), 'fullSeconds')}>
      {seconds < 60 ? t('units.now') : t('units.ago', { duration: format.duration(seconds) })}
    </time>
  )
}
