import { getRouteApi } from '@tanstack/react-router'
import { useManager } from '../../../api/session.ts'
import { Insight } from '../../../slices/figures/statistics/insight/insight.tsx'

const route = getRouteApi('/app/locations/$locationId/insight')

/** Success of sessions, use of stations and revenue of one location. */
export function LocationInsightPage() {
  const { locationId } = route.useParams()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const role = useManager()?.role
  return (
    <Insight
      locations={[Number(locationId)]}
      filters={filters}
      onFilters={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      seesMoney={role === 'administrator' || role === 'manager'}
    />
  )
}
