import type { WallMarker } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { connectorTones, StatusDot } from '../../../ui/figures/status.tsx'
import classes from './wall-panel.module.css'

/** more than any wall has room for */
const shownMost = 60
const order = ['offline', 'busy', 'available'] as const

/** The locations by name, those that are away first: where the browser draws no map. */
export function WallPlaces({ markers }: { markers: readonly WallMarker[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const shown = markers
    .toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
    .slice(0, shownMost)
  return (
    <section className={classes.panel} data-grows aria-label={t('locations.title')}>
      <h2>
        {t('locations.title')}
        <span className={classes.aside}>{format.number(markers.length)}</span>
      </h2>
      <ul className={classes.places}>
        {shown.map(({ id, name, city, status }) => (
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
