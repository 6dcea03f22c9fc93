import { useParams } from '@tanstack/react-router'
import { PageHeader } from '../ui/page-header.tsx'

/** The station's own screen. */
export function StationPage() {
  const { stationId } = useParams({ from: '/app/charge-points/$stationId/information' })
  return <PageHeader title={stationId} backTo="/charge-points" />
}
