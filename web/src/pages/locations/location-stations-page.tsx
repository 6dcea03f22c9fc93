import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { StationCards } from '../../slices/stations/cards/station-cards.tsx'
import { useLocationStations } from '../../slices/stations/station-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { AddStationLink } from './add-station-link.tsx'
import classes from './location-stations-page.module.css'

const route = getRouteApi('/app/locations/$locationId/stations')

/** The stations that stand at a location, as cards. */
export function LocationStationsPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { locationId } = route.useParams()
  const query = useLocationStations(Number(locationId))
  const add = <AddStationLink locationId={locationId} />
  const { stations, total } = query
  if (query.isError && !stations) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  }
  if (stations?.length === 0) {
    return (
      <div className={classes.surface}>
        <EmptyState drawing="plug" title={t('stations.empty')} text={t('stations.emptyHere')} action={add} />
      </div>
    )
  }
  return (
    <>
      <div className={classes.toolbar}>
        <p className={classes.count}>
          {stations && t('stations.found', { count: total, n: format.number(total) })}
        </p>
        {add}
      </div>
      <StationCards
        locationId={Number(locationId)}
        stations={stations}
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  )
}
