import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocationStations } from '../../slices/stations/station-list.ts'
import { StationTable } from '../../slices/stations/station-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { AddStationLink } from './add-station-link.tsx'
import classes from './location-stations-page.module.css'

const route = getRouteApi('/app/locations/$locationId/stations')

/** The stations that stand at a location. */
export function LocationStationsPage() {
  const { t } = useTranslation()
  const { locationId } = route.useParams()
  const query = useLocationStations(Number(locationId))
  const add = <AddStationLink locationId={locationId} />
  return (
    <>
      {query.stations && query.stations.length > 0 && <div className={classes.toolbar}>{add}</div>}
      <div className={classes.surface}>
        {query.isError && !query.stations ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <StationTable
            stations={query.stations}
            showsOwner={false}
            empty={
              <EmptyState
                drawing="plug"
                title={t('stations.empty')}
                text={t('stations.emptyText')}
                action={add}
              />
            }
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
    </>
  )
}
