import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { energyQuery } from '../../../slices/control/energy/energy-queries.ts'
import { SiteWizard } from '../../../slices/control/energy/setup/site-wizard.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'

const route = getRouteApi('/app/locations/$locationId')

/** Draws the wiring of a location with one fuse. */
export function EnergySetupPage() {
  const navigate = useNavigate()
  const { locationId } = route.useParams()
  const view = useQuery(energyQuery(Number(locationId)))
  const leave = (ignoreBlocker: boolean) =>
    void navigate({ to: '/locations/$locationId/energy', params: { locationId }, ignoreBlocker })
  if (!view.data && view.isError) return <ErrorState error={view.error} onRetry={() => void view.refetch()} />
  if (!view.data) return <Skeleton height={320} radius={8} />
  return (
    <SiteWizard
      locationId={Number(locationId)}
      evses={view.data.evses}
      isDrawn={view.data.site !== null}
      onSaved={() => leave(true)}
      onClose={() => leave(false)}
    />
  )
}
