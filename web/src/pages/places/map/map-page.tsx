import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { useHelpConfig } from '../../../api/use-help-config.ts'
import { type MapFilters, markerStates } from '../../../slices/places/maps/marker-filter.ts'
import { markersQuery, useLiveMarkers } from '../../../slices/places/maps/markers-query.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { LocationPanel } from './location-panel.tsx'
import { MarkerMap } from './marker-map.tsx'

const route = getRouteApi('/app/map')

/** All locations on a map and in a list beside it, live; choice and filters are in the URL. */
export function MapPage() {
  const { t } = useTranslation()
  const role = useManager()?.role
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(markersQuery)
  useLiveMarkers()
  const set = useCallback(
    (changed: MapFilters) =>
      void navigate({ search: (before) => ({ ...before, ...changed }), replace: true }),
    [navigate],
  )
  const choose = useCallback((location: number | undefined) => set({ location }), [set])
  return (
    <MarkerMap
      title={t('map.title')}
      markers={query.data}
      error={query.error}
      onRetry={() => void query.refetch()}
      filters={filters}
      onFilter={set}
      onChoose={choose}
      states={markerStates}
      {...(role === 'app-developer' && { none: <NoneForRole /> })}
      panel={(chosen) => <LocationPanel key={chosen.id} marker={chosen} onClose={() => choose(undefined)} />}
    />
  )
}

/** An app developer is responsible for no location, and sees the network like drivers. */
function NoneForRole() {
  const { t } = useTranslation()
  const isPublic = useHelpConfig()?.public_network
  return (
    <EmptyState
      drawing="search"
      title={t('map.noneForRole')}
      action={
        isPublic && (
          <Button component={Link} to="/network" variant="default">
            {t('map.asDriver')}
          </Button>
        )
      }
    />
  )
}
