import { getRouteApi } from '@tanstack/react-router'
import { TimelinePanel } from '../../../slices/stations/timeline/timeline-panel.tsx'
import { UptimePanel } from '../../../slices/stations/timeline/uptime-panel.tsx'

const route = getRouteApi('/app/charge-points/$stationId/timeline')

/** How much of its time a station could be used, and what happened to it. */
export function TimelinePage() {
  const { stationId } = route.useParams()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const parts = {
    stationId,
    filters,
    onFilter: (search: typeof filters) => void navigate({ search, replace: true, resetScroll: false }),
  }
  return (
    <>
      <UptimePanel {...parts} />
      <TimelinePanel {...parts} />
    </>
  )
}
