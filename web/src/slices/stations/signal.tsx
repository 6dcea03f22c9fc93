import { useTranslation } from 'react-i18next'
import { Dash } from '../../ui/quantity.tsx'
import classes from './signal.module.css'

/** The level's colour: up to 12 of 32 red, 13 to 20 orange, above green (spec document 3, section 9). */
export const signalTone = (rssi: number): 'bad' | 'fair' | 'good' =>
  rssi <= 12 ? 'bad' : rssi <= 20 ? 'fair' : 'good'

/** The signal that a station last reported, 0 to 32, as bars and a figure. */
export function Signal({ rssi }: { rssi: number | null }) {
  const { t } = useTranslation()
  if (rssi === null) return <Dash label={t('stations.noSignal')} />
  const lit = Math.max(1, Math.ceil((rssi / 32) * 4))
  return (
    <span
      className={classes.signal}
      data-tone={signalTone(rssi)}
      title={t('stations.signalLevel', { level: rssi })}
    >
      <svg width="16" height="14" viewBox="0 0 16 14" aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 4}
            y={14 - bar * 3.5}
            width="3"
            height={bar * 3.5}
            rx="1"
            className={bar <= lit ? classes.lit : classes.unlit}
          />
        ))}
      </svg>
      <span aria-hidden="true">{rssi}</span>
      <span className={classes.hidden}>{t('stations.signalLevel', { level: rssi })}</span>
    </span>
  )
}
