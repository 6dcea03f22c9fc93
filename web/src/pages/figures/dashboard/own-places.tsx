import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocations } from '../../../slices/places/locations/list/location-list.ts'
import { Badge } from '../../../ui/figures/status.tsx'
import { IconMapPin, IconTag } from '../../../ui/pictures/icons.ts'
import classes from './own-places.module.css'

/** More than these are found by the search and on the map. */
const shownMost = 6

/** A manager's ways to the pages of their locations and to tariffs. */
export function OwnPlaces() {
  const { t } = useTranslation()
  const locations = useLocations('', true).data?.items ?? []
  return (
    <nav className={classes.places} aria-label={t('dashboard.own.label')}>
      {locations.slice(0, shownMost).map(({ id, name, needs_admission }) => (
        <Link
          key={id}
          to="/locations/$locationId/stations"
          params={{ locationId: String(id) }}
          className={classes.place!}
        >
          <IconMapPin size={16} stroke={1.6} aria-hidden="true" />
          <span className={classes.name}>{name}</span>
          {needs_admission && <Badge tone="orange">{t('owners.waits')}</Badge>}
        </Link>
      ))}
      <Link to="/locations/tariffs" className={classes.place!}>
        <IconTag size={16} stroke={1.6} aria-hidden="true" />
        <span className={classes.name}>{t('dashboard.own.prices')}</span>
      </Link>
    </nav>
  )
}
