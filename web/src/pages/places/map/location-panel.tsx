import { CloseButton, Skeleton } from '@mantine/core'
import type { Connector, Location, MapMarker, Station } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { locationQuery } from '../../../slices/places/locations/location-query.ts'
import { PlaceFacts } from '../../../slices/places/locations/place-facts.tsx'
import { todayOf } from '../../../slices/places/locations/settings/hours.ts'
import { useLocationStations } from '../../../slices/stations/stations/choosing/station-list.ts'
import { MaintenanceMark } from '../../../slices/stations/stations/out-of-use/maintenance-mark.tsx'
import { useConnectorPrice } from '../../../slices/stations/stations/shared/connector-price.ts'
import { Power } from '../../../ui/figures/quantity.tsx'
import { ConnectorStatusBadge } from '../../../ui/figures/status.tsx'
import { ConnectorIcon } from '../../../ui/pictures/connector-icon.tsx'
import { Photo } from '../../../ui/pictures/photo.tsx'
import classes from './location-panel.module.css'
import { RoamingMark } from './roaming-mark.tsx'

/** A location beside the map: photos, opening hours, and the present status of its connectors. */
export function LocationPanel({ marker, onClose }: { marker: MapMarker; onClose: () => void }) {
  const { t } = useTranslation()
  const role = useManager()?.role
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const seesStations = role === 'administrator' || role === 'manager' || role === 'operator'
  const location = useQuery(locationQuery(marker.id)).data
  const { street, city, country } = marker
  return (
    <section
      className={classes.panel}
      aria-label={marker.name}
      ref={panel}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <CloseButton className={classes.close!} aria-label={t('common.close')} onClick={onClose} />
      <div className={classes.photo}>
        <Photo photo={location?.photos[0]} sizes="480px" />
      </div>
      <div className={classes.words}>
        <h2 className={classes.name}>{marker.name}</h2>
        <Facts location={location} />
        <p className={classes.address}>{[street, city, country].filter(Boolean).join(', ')}</p>
        <PlaceFacts place={marker} />
        <RoamingMark marker={marker} />
        {seesStations && (
          <>
            <Connectors locationId={marker.id} />
            <p className={classes.links}>
              <Link to="/locations/$locationId/stations" params={{ locationId: String(marker.id) }}>
                {t('map.open')}
              </Link>
              <Link to="/locations/$locationId/feedback" params={{ locationId: String(marker.id) }}>
                {t('locations.tab.feedback')}
              </Link>
            </p>
          </>
        )}
      </div>
    </section>
  )
}

/** Rating and today's hours; "closed" outside of them. */
function Facts({ location }: { location: Location | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!location) return <Skeleton height={16} width="50%" />
  const { rating, reviews, opening_hours: hours, time_zone: zone } = location
  return (
    <p className={classes.facts}>
      {rating !== null && (
        <span>
          <span aria-hidden="true" className={classes.star}>
            ★
          </span>{' '}
          <span>{format.number(rating, 1)}</span>
          {' · '}
          {t('feedback.found', { count: reviews, n: format.number(reviews) })}
        </span>
      )}
      <span>
        {hours.open_now
          ? (todayOf(hours.periods, zone, new Date()) ?? t('locations.hours.always'))
          : t('locations.hours.closed')}
      </span>
    </p>
  )
}

/** Free connectors first, then those in use, then the others. */
const ranks: Partial<Record<Connector['status'], number>> = { available: 0, busy: 1 }
const rankOf = ({ status }: Connector) => ranks[status] ?? 2

function Connectors({ locationId }: { locationId: number }) {
  const { t } = useTranslation()
  const { stations } = useLocationStations(locationId, { power: true })
  if (!stations) return <Skeleton height={64} />
  const connectors = stations
    .flatMap((station) => station.evses.flatMap((evse) => evse.connectors.map((one) => ({ station, one }))))
    .sort((a, b) => rankOf(a.one) - rankOf(b.one))
  if (connectors.length === 0) return <p className={classes.quiet}>{t('locations.noConnectors')}</p>
  return (
    <ul className={classes.connectors}>
      {connectors.map(({ station, one }) => (
        <ConnectorRow key={one.id} station={station} connector={one} />
      ))}
    </ul>
  )
}

function ConnectorRow({ station, connector }: { station: Station; connector: Connector }) {
  const { t } = useTranslation()
  const format = useFormat()
  const priceOf = useConnectorPrice()
  const { type, power, status, origin_status: origin, monetized, live_power: livePower } = connector
  return (
    <li className={classes.connector}>
      <ConnectorIcon type={type} />
      <span>
        <Link to="/charge-points/$stationId/information" params={{ stationId: station.id }}>
          {stationNumber(station.number)}
        </Link>
        {` · ${type} · ${format.number(power)} ${t('units.kw')}`}
      </span>
      <ConnectorStatusBadge status={status} origin={origin} />
      <span className={classes.price}>
        <MaintenanceMark station={station} />
        {station.maintenance?.state === 'running' && ' · '}
        {monetized ? priceOf(connector) : t('map.free')}
        {livePower !== null && (
          <>
            {' · '}
            <Power w={livePower * 1000} unit />
          </>
        )}
      </span>
    </li>
  )
}
