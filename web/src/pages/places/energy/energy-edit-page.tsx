import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SiteEditor } from '../../../slices/control/energy/editing/site-editor.tsx'
import { energyQuery, siteQuery } from '../../../slices/control/energy/energy-queries.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'

const route = getRouteApi('/app/locations/$locationId')

/** Changes the wiring of a location. */
export function EnergyEditPage() {
  const navigate = useNavigate()
  const { locationId } = route.useParams()
  const id = Number(locationId)
  const view = useQuery(energyQuery(id))
  const site = useQuery(siteQuery(id))
  const [reloads, setReloads] = useState(0)
  const leave = (ignoreBlocker: boolean) =>
    void navigate({ to: '/locations/$locationId/energy', params: { locationId }, ignoreBlocker })
  const failed = [view, site].find(({ isError, data }) => isError && !data)
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!view.data || !site.data) return <Skeleton height={480} radius={8} />
  return (
    <SiteEditor
      // what somebody else has saved is shown from its beginning, on request alone
      key={reloads}
      locationId={id}
      site={site.data}
      evses={view.data.evses}
      onReload={() => void site.refetch().then(() => setReloads(reloads + 1))}
      onSaved={() => leave(true)}
      onClose={() => leave(false)}
    />
  )
}
