import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapFilters } from '../../../slices/places/maps/marker-filter.ts'
import { usePublicMarkers } from '../../../slices/public/network/markers-query.ts'
import { useTitle } from '../../../ui/frame/use-title.ts'
import { MarkerMap } from '../../places/map/marker-map.tsx'
import classes from './network-page.module.css'

const route = getRouteApi('/open/network')

/** Where drivers can charge: every location that is shown to them, on a map and in a list, with its availability of now. */
export function NetworkPage() {
  const { t } = useTranslation()
  const filters = route.useSearch()
  const search = route.useNavigate()
  const navigate = useNavigate()
  const { markers, error, refetch } = usePublicMarkers()
  useTitle(t('network.title'))
  const set = useCallback(
    (changed: MapFilters) => void search({ search: (before) => ({ ...before, ...changed }), replace: true }),
    [search],
  )
  const open = useCallback(
    (id: number) => void navigate({ to: '/network/$locationId', params: { locationId: String(id) } }),
    [navigate],
  )
  return (
    <div className={classes.page}>
      <MarkerMap
        title={t('network.title')}
        markers={markers}
        error={error}
        onRetry={() => void refetch()}
        filters={filters}
        onFilter={set}
        onChoose={open}
      />
    </div>
  )
}
