import type { MeterKeyEvent } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { When } from '../../../ui/dates/when.tsx'
import classes from './meter-keys.module.css'

/** Who named, confirmed and replaced which key, the newest first. */
export function KeyHistory({ history }: { history: readonly MeterKeyEvent[] }) {
  const { t } = useTranslation()
  const wordOf = ({ event, by }: MeterKeyEvent) => {
    if (event === 'reported') return t('meters.event.reported')
    return by ? t(`meters.event.${event}`, { by }) : t(`meters.event.${event}Nobody`)
  }
  return (
    <details className={classes.history}>
      <summary>{t('meters.history')}</summary>
      <ul className={classes.events}>
        {history.map((entry) => (
          <li key={`${entry.at} ${entry.event} ${entry.fingerprint}`} className={classes.quiet}>
            <When at={entry.at} style="dayTime" /> <code>{entry.fingerprint}</code> {wordOf(entry)}
          </li>
        ))}
      </ul>
    </details>
  )
}
