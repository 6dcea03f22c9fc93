import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { LogPanel } from '../../../slices/stations/journal/log-panel.tsx'

const route = getRouteApi('/app/charge-points/$stationId/logs/{-$connectorId}')

/** The lines of a station's controller, of one connector or of all. */
export function LogsPage() {
  const { stationId, connectorId } = route.useParams()
  const navigate = useNavigate()
  const connector = /^[1-5]$/.test(connectorId ?? '') ? Number(connectorId) : null
  return (
    <LogPanel
      stationId={stationId}
      connector={connector}
      onConnector={(chosen) =>
        void navigate({
          to: '/charge-points/$stationId/logs/{-$connectorId}',
          params: { stationId, connectorId: chosen === null ? undefined : String(chosen) },
          replace: true,
        })
      }
    />
  )
}
