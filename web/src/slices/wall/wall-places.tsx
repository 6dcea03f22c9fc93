import type { Wall } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { connectorTones, StatusDot } from '../../ui/status.tsx'
import classes from './wall.module.css'

const order = ['offline', 'busy', 'available'] as const

/** The locations by name, those that are away first: where the browser draws no map. */
export function WallPlaces({ markers }: { markers: Wall['markers'] }) {
  const { t } = useTranslation()
  const sorted = markers.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
  return (
    <section className={classes.panel} data-grows aria-label={t('locations.title')}>
      <h2>{t('locations.title')}</h2>
      <ul className={classes.places}>
        {sorted.map(({ id, name, city, status }) => (
          <li key={id} className={classes.row}>
            <StatusDot tone={connectorTones[status]} />
            <span className={classes.words}>
              <b>{name}</b>
              <span>{[t(`enums.connectorStatus.${status}`), city].filter(Boolean).join(' · ')}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
