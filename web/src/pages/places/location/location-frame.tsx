import { Button } from '@mantine/core'
import type { Location } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../../api/calls/api-error.ts'
import { useManager } from '../../../api/session.ts'
import { addressLine } from '../../../slices/places/locations/address.ts'
import { locationQuery } from '../../../slices/places/locations/location-query.ts'
import { ownerLabel } from '../../../slices/places/locations/owners.ts'
import { PlaceFacts } from '../../../slices/places/locations/place-facts.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { LocationAdmission } from '../locations/location-admission.tsx'
import classes from './location-frame.module.css'

const route = getRouteApi('/app/locations/$locationId')

/** Head and tabs of a location around the screen of one of its parts. */
export function LocationFrame() {
  const { t } = useTranslation()
  const id = Number(route.useParams().locationId)
  const query = useQuery(locationQuery(id))
  const backTo = useManager()?.role === 'administrator' ? '/locations' : '/charge-points'
  const location = query.data
  return (
    <div className={classes.page}>
      <PageHeader
        title={location?.name ?? ' '}
        facts={location ? factsOf(location, t('locations.noAddress')) : ' '}
        backTo={backTo}
      />
      {query.error && !location ? (
        <Failed error={query.error} backTo={backTo} onRetry={() => void query.refetch()} />
      ) : (
        <>
          {location && <PlaceFacts place={location} />}
          {location && <LocationAdmission location={location} />}
          <LocationTabs id={String(id)} location={location} />
          <Outlet />
        </>
      )}
    </div>
  )
}

const factsOf = (location: Location, noAddress: string) =>
  [addressLine(location) || noAddress, ownerLabel(location)].filter(Boolean).join(' · ')

function LocationTabs({ id, location }: { id: string; location: Location | undefined }) {
  const { t } = useTranslation()
  const role = useManager()?.role
  const params = { locationId: id }
  return (
    <Tabs label={t('locations.tab.label')}>
      <Link to="/locations/$locationId/stations" params={params} replace>
        {t('locations.tab.stations')}
      </Link>
      <Link to="/locations/$locationId/photos" params={params} replace>
        {t('locations.tab.photos')}
      </Link>
      <Link to="/locations/$locationId/services" params={params} replace>
        {t('locations.tab.services')}
      </Link>
      <Link to="/locations/$locationId/feedback" params={params} replace>
        {t('locations.tab.feedback')}
      </Link>
      <Link to="/locations/$locationId/insight" params={params} replace>
        {t('locations.tab.insight')}
      </Link>
      <Link to="/locations/$locationId/energy" params={params} replace>
        {t('locations.tab.energy')}
      </Link>
      {(role === 'administrator' || role === 'manager') && (
        <Link to="/locations/$locationId/pricing" params={params} replace>
          {t('locations.tab.pricing')}
        </Link>
      )}
      {location?.can.edit && (
        <Link to="/locations/$locationId/settings" params={params} replace>
          {t('locations.tab.settings')}
        </Link>
      )}
    </Tabs>
  )
}

interface FailedProps {
  error: Error
  backTo: '/locations' | '/charge-points'
  onRetry: () => void
}

function Failed({ error, backTo, onRetry }: FailedProps) {
  const { t } = useTranslation()
  const code = codeOf(error)
  if (code !== 'location.not_found' && code !== 'request.invalid')
    return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState
      drawing="search"
      title={t('locations.missing')}
      action={
        <Button variant="default" component={Link} to={backTo}>
          {backTo === '/locations' ? t('locations.toList') : t('station.toList')}
        </Button>
      }
    />
  )
}
