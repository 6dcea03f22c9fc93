import { getRouteApi } from '@tanstack/react-router'
import { useManager } from '../../../api/session.ts'
import { Insight } from '../../../slices/figures/statistics/insight/insight.tsx'
import { useStationId } from './station-frame.tsx'

const route = getRouteApi('/app/charge-points/$stationId/insight')

/** The sessions of one station, its use and its takings. */
export function StationInsightPage() {
  const stationId = useStationId()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const role = useManager()?.role
  return (
    <Insight
      stationId={stationId}
      filters={filters}
      onFilters={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      seesMoney={role === 'administrator' || role === 'manager'}
    />
  )
}
