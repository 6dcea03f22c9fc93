import { useLocalStorage } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { LabelsButton } from '../../../slices/public/labels/labels-button.tsx'
import { useLocationStations } from '../../../slices/stations/stations/choosing/station-list.ts'
import { StationCards } from '../../../slices/stations/stations/list/cards/station-cards.tsx'
import { DenseStations } from '../../../slices/stations/stations/list/dense-stations.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { AddStationLink } from '../locations/add-station-link.tsx'
import classes from './location-stations-page.module.css'

const route = getRouteApi('/app/locations/$locationId/stations')

const ways = ['cards', 'list'] as const

/** The stations of a location, as cards or as a dense list; the last choice is kept. */
export function LocationStationsPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { locationId } = route.useParams()
  const [kept, setKept] = useLocalStorage<string>({
    key: 'stationmaster.location-stations',
    defaultValue: 'cards',
    getInitialValueInEffect: false,
  })
  const way = ways.find((one) => one === kept) ?? 'cards'
  const query = useLocationStations(Number(locationId))
  const add = <AddStationLink locationId={locationId} />
  const { stations, total } = query
  const list = {
    stations,
    hasMore: query.hasNextPage,
    loading: query.isFetchingNextPage,
    onMore: () => void query.fetchNextPage(),
  }
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
        <div className={classes.actions}>
          <SegmentedControl
            aria-label={t('stations.as.label')}
            value={way}
            onChange={setKept}
            data={ways.map((value) => ({ value, label: t(`stations.as.${value}`) }))}
          />
          <LabelsButton selection={{ of: 'filter', filter: { location_id: Number(locationId) } }} />
          {add}
        </div>
      </div>
      {way === 'cards' ? (
        <StationCards locationId={Number(locationId)} {...list} />
      ) : (
        <div className={classes.surface}>
          <DenseStations {...list} />
        </div>
      )}
    </>
  )
}
