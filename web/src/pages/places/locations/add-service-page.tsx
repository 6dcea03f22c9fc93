import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { AddServiceForm } from '../../../slices/money/services/service-form.tsx'
import { servicesQuery, serviceTypesQuery } from '../../../slices/money/services/services-query.ts'
import { locationQuery } from '../../../slices/places/locations/location-query.ts'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'

const route = getRouteApi('/app/locations/$locationId')

/** Adds a service to a location, of a kind that it does not sell yet. */
export function AddServicePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { locationId } = route.useParams()
  const services = useQuery(servicesQuery(Number(locationId)))
  const types = useQuery(serviceTypesQuery)
  const location = useQuery(locationQuery(Number(locationId)))
  const mayExceed = useManager()?.role === 'administrator'
  const failed = [services, types, location].find(({ isError, data }) => isError && !data)
  return (
    <Panel title={t('services.add.title')}>
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !(services.data && types.data && location.data) && <Skeleton height={220} />}
      {services.data && types.data && location.data && (
        <AddServiceForm
          bound={{ mostMinor: location.data.service_price_most, mayExceed }}
          locationId={Number(locationId)}
          types={types.data.filter(({ id }) => !services.data.some(({ type_id }) => type_id === id))}
          onClose={() => void navigate({ to: '/locations/$locationId/services', params: { locationId } })}
        />
      )}
    </Panel>
  )
}
