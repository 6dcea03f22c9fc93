import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocationStations } from '../../slices/stations/station-list.ts'
import { StationTable } from '../../slices/stations/station-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import classes from './location-list-page.module.css'

const route = getRouteApi('/app/locations/$locationId/stations')

/** The stations that stand at a location. */
export function LocationStationsPage() {
  const { t } = useTranslation()
  const query = useLocationStations(Number(route.useParams().locationId))
  return (
    <div className={classes.surface}>
      {query.isError && !query.stations ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <StationTable
          stations={query.stations}
          showsOwner={false}
          empty={<EmptyState drawing="plug" title={t('stations.empty')} text={t('stations.emptyText')} />}
        />
      )}
      {query.hasNextPage && (
        <LoadMore
          shown={query.stations?.length ?? 0}
          total={query.total}
          hasMore
          loading={query.isFetchingNextPage}
          onLoad={() => void query.fetchNextPage()}
        />
      )}
    </div>
  )
}
