import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { EditServiceForm } from '../../../slices/money/services/service-form.tsx'
import { servicesQuery } from '../../../slices/money/services/services-query.ts'
import { locationQuery } from '../../../slices/places/locations/location-query.ts'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'

const route = getRouteApi('/app/locations/$locationId/services/$serviceId/edit')

/** Changes the price of a service of a location. */
export function EditServicePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { locationId, serviceId } = route.useParams()
  const query = useQuery(servicesQuery(Number(locationId)))
  const location = useQuery(locationQuery(Number(locationId)))
  const mayExceed = useManager()?.role === 'administrator'
  const failed = [query, location].find(({ isError, data }) => isError && !data)
  const service = query.data?.find(({ id }) => id === Number(serviceId))
  return (
    <Panel title={t('services.edit.title')}>
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (query.isPending || location.isPending) && <Skeleton height={160} />}
      {query.data && !service && (
        <EmptyState
          drawing="search"
          title={t('services.missing')}
          action={
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link {...props} to="/locations/$locationId/services" params={{ locationId }} />
              )}
            >
              {t('services.toList')}
            </Button>
          }
        />
      )}
      {service && location.data && (
        <EditServiceForm
          bound={{ mostMinor: location.data.service_price_most, mayExceed }}
          service={service}
          onClose={() => void navigate({ to: '/locations/$locationId/services', params: { locationId } })}
        />
      )}
    </Panel>
  )
}
