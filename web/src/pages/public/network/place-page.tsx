import { Button, Skeleton } from '@mantine/core'
import type { MapMarker, NetworkPlace } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../../api/calls/api-error.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { PlaceFacts } from '../../../slices/places/locations/place-facts.tsx'
import { hoursOf, todayOf } from '../../../slices/places/locations/settings/hours.ts'
import { hasWebGl } from '../../../slices/places/maps/drawing/web-gl.ts'
import { KindList } from '../../../slices/public/network/kind-list.tsx'
import { waysTo } from '../../../slices/public/network/kinds.ts'
import { placeQuery } from '../../../slices/public/network/place-query.ts'
import { Badge } from '../../../ui/figures/status.tsx'
import { useTitle } from '../../../ui/frame/use-title.ts'
import { IconArrowLeft, IconMap2 } from '../../../ui/pictures/icons.ts'
import { Photo } from '../../../ui/pictures/photo.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Waiting } from '../../../ui/states/waiting.tsx'
import classes from './place-page.module.css'

const NetworkMap = lazy(() =>
  import('../../../slices/places/maps/network-map.tsx').then((module) => ({ default: module.NetworkMap })),
)

const route = getRouteApi('/open/network/$locationId')

/** A location as drivers see it; the server draws it, and the application keeps it live (server/src/slices/public/network/pages.ts). */
export function PlacePage() {
  const { t } = useTranslation()
  const { locationId } = route.useParams()
  const query = useQuery(placeQuery(Number(locationId)))
  const code = codeOf(query.error)
  useTitle(query.data?.location.name ?? t('network.title'))
  if (code === 'location.not_found' || code === 'request.invalid')
    return (
      <EmptyState
        drawing="road"
        wholePage
        title={t('network.gone')}
        action={
          <Button component={Link} to="/network">
            {t('network.all')}
          </Button>
        }
      />
    )
  if (query.data) return <Place place={query.data} />
  return query.error ? (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <Waiting text={t('network.title')} />
  )
}

function Place({ place }: { place: NetworkPlace }) {
  const { t } = useTranslation()
  const { location } = place
  const { name, street, postal_code: code, city, country, photos } = location
  return (
    <article className={classes.page}>
      <Link to="/network" activeOptions={{ exact: true }} className={classes.back}>
        <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
        {t('network.all')}
      </Link>
      <div className={classes.head}>
        <div className={classes.cover}>
          <Photo photo={photos[0]} sizes="(max-width: 900px) 100vw, 560px" first />
        </div>
        <div className={classes.words}>
          <h1 className={classes.name}>{name}</h1>
          <p className={classes.address}>
            {[street, [code, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')}
          </p>
          <Availability place={place} />
          <PlaceFacts place={location} />
        </div>
      </div>
      <div className={classes.columns}>
        <Section title={t('network.connectors')}>
          <KindList place={place} />
        </Section>
        <div className={classes.side}>
          <Section title={t('network.start')}>
            <Steps phone={place.support_phone} />
          </Section>
          <Section title={t('network.hours')}>
            <OpeningHours place={place} />
          </Section>
          {location.coordinates && (
            <Section title={t('network.way')}>
              <Way place={place} point={location.coordinates} />
            </Section>
          )}
        </div>
      </div>
      {photos.length > 1 && (
        <Section title={t('network.photos')}>
          <ul className={classes.photos}>
            {photos.slice(1).map((photo) => (
              <li key={photo.id}>
                <Photo photo={photo} sizes="(max-width: 600px) 50vw, 280px" />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </article>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{title}</h2>
      {children}
    </section>
  )
}

/** How many are free, whether it is open, and what drivers think of it. */
function Availability({ place: { location, open_now: open } }: { place: NetworkPlace }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { evses, rating, reviews, opening_hours: periods, time_zone: zone } = location
  const count = (status: string) => evses.filter((evse) => evse.status === status).length
  const free = count('available')
  const [tone, words] =
    free > 0
      ? (['green', t('network.free', { n: free, all: evses.length })] as const)
      : count('busy') > 0
        ? (['blue', t('network.noneFree', { count: count('busy') })] as const)
        : (['gray', t('network.offline')] as const)
  const today = periods && todayOf(periods, zone, new Date())
  return (
    <div className={classes.now}>
      <p className={classes.free} role="status">
        <Badge tone={tone} live={free > 0}>
          {words}
        </Badge>
      </p>
      <p>
        {t(open ? 'network.open' : 'network.closed')}
        {open && ` · ${today ?? t('locations.hours.always')}`}
      </p>
      {rating !== null && (
        <p>
          <span aria-hidden="true" className={classes.star}>
            ★
          </span>{' '}
          {format.number(rating, 1)} · {t('feedback.found', { count: reviews, n: format.number(reviews) })}
        </p>
      )}
    </div>
  )
}

function Steps({ phone }: { phone: string | null }) {
  const { t } = useTranslation()
  return (
    <ol className={classes.steps}>
      <li>{t('network.plug')}</li>
      <li>{t('network.card')}</li>
      <li>{phone ? t('network.call', { phone }) : t('network.noCard')}</li>
    </ol>
  )
}

function OpeningHours({ place: { location, open_now } }: { place: NetworkPlace }) {
  const { t } = useTranslation()
  const format = useFormat()
  const periods = location.opening_hours
  const hours = hoursOf({ open_now: periods === null || open_now, periods: periods ?? [] })
  if (hours.always) return <p className={classes.text}>{t('locations.hours.always')}</p>
  return (
    <>
      <dl className={classes.hours}>
        {hours.days.map(({ day, periods: own }) => (
          <div key={day}>
            <dt>{format.weekday(day)}</dt>
            <dd>
              {own.map(({ opens, closes }) => `${opens}–${closes}`).join(', ') || t('locations.hours.closed')}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.quiet}>{t('network.localTime')}</p>
    </>
  )
}

interface WayProps {
  place: NetworkPlace
  point: { lat: number; lng: number }
}

/** The coordinates, links to navigation apps, and the map, which is loaded on request. */
function Way({ place: { location }, point }: WayProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const marker = markerOf(location, point)
  return (
    <>
      <p className={classes.text}>
        {t('network.navigate')}{' '}
        {waysTo(point).map(({ name, url }, nth) => (
          <span key={name}>
            {nth > 0 && ', '}
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>
          </span>
        ))}
      </p>
      <p className={classes.quiet}>
        {point.lat.toFixed(5)}, {point.lng.toFixed(5)}
      </p>
      {shown ? (
        <div className={classes.map}>
          {hasWebGl() ? (
            <Suspense fallback={<Skeleton height="100%" />}>
              <NetworkMap
                markers={[marker]}
                chosen={undefined}
                here={null}
                onChoose={() => undefined}
                label={t('network.map', { name: location.name })}
              />
            </Suspense>
          ) : (
            <p className={classes.text}>{t('map.noWebGl')}</p>
          )}
        </div>
      ) : (
        <Button
          variant="default"
          leftSection={<IconMap2 size={18} stroke={1.75} />}
          onClick={() => setShown(true)}
        >
          {t('network.showMap')}
        </Button>
      )}
    </>
  )
}

/** The place as the map marks it. */
function markerOf({ evses, ...place }: NetworkPlace['location'], coordinates: WayProps['point']): MapMarker {
  const count = (status: string) => evses.filter((evse) => evse.status === status).length
  const [available, busy] = [count('available'), count('busy')]
  const { id, name, country, city, street, cashback_percent, free_parking, height_limit_cm, features } = place
  return {
    id,
    name,
    country,
    city,
    street,
    cashback_percent,
    free_parking,
    height_limit_cm,
    features,
    coordinates,
    evse_statuses: { available, busy, faulted: 0 },
    status: available > 0 ? 'available' : busy > 0 ? 'busy' : 'offline',
    types: [],
    power: 0,
  }
}
