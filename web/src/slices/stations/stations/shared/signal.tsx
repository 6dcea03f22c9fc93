import { useTranslation } from 'react-i18next'
import { Dash } from '../../../../ui/figures/quantity.tsx'
import { IconWifi, IconWifi1, IconWifi2 } from '../../../../ui/pictures/icons.ts'
import classes from './signal.module.css'

/** The level's colour: up to 12 of 32 red, 13 to 20 orange, above green (domain.md#stations). */
const signalTone = (rssi: number): 'bad' | 'fair' | 'good' =>
  rssi <= 12 ? 'bad' : rssi <= 20 ? 'fair' : 'good'

const icons = { bad: IconWifi1, fair: IconWifi2, good: IconWifi }

/** The signal that a station last reported, 0 to 32, as an icon in its colour and a figure. */
export function Signal({ rssi }: { rssi: number | null }) {
  const { t } = useTranslation()
  if (rssi === null) return <Dash label={t('stations.noSignal')} />
  const tone = signalTone(rssi)
  const Icon = icons[tone]
  return (
    <span className={classes.signal} data-tone={tone} title={t('stations.signalLevel', { level: rssi })}>
      <Icon size={18} stroke={2} className={classes.icon} aria-hidden="true" />
      <span aria-hidden="true">{rssi}</span>
      <span className={classes.hidden}>{t('stations.signalLevel', { level: rssi })}</span>
    </span>
  )
}
