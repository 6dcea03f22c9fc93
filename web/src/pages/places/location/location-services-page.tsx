import { Alert, Button } from '@mantine/core'
import { mostServices, type Service, type ServiceType } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ServiceGrid } from '../../../slices/money/services/service-grid.tsx'
import { servicesQuery, serviceTypesQuery } from '../../../slices/money/services/services-query.ts'
import { locationQuery } from '../../../slices/places/locations/location-query.ts'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ProLock } from '../../../ui/locks/pro-lock.tsx'
import { IconPlus } from '../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from './location-services-page.module.css'

const route = getRouteApi('/app/locations/$locationId')

/** Services that a location sells beside charging. */
export function LocationServicesPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { locationId } = route.useParams()
  const id = Number(locationId)
  const location = useQuery(locationQuery(id)).data
  const services = useQuery(servicesQuery(id))
  const types = useQuery(serviceTypesQuery).data
  if (services.isError && !services.data)
    return <ErrorState error={services.error} onRetry={() => void services.refetch()} />
  const sold = services.data
  const mayChange = location?.can.sell ?? false
  const waits = location?.needs_admission ?? false
  const isLocked = waits || (location?.needs_pro ?? false)
  const { isFull, canAdd } = roomOf(sold, types)
  return (
    <Panel
      title={t('services.title')}
      count={sold?.length}
      actions={mayChange && <AddButton locationId={locationId} disabled={!canAdd || isLocked} />}
    >
      {mayChange && isLocked && !waits && (
        <div className={classes.lock}>
          <ProLock>{sold?.length ? t('services.notSold') : null}</ProLock>
        </div>
      )}
      {mayChange && !isLocked && isFull && (
        <Alert color="gray" mb="md">
          {t('services.full')}
        </Alert>
      )}
      <ServiceGrid
        services={sold}
        onEdit={
          mayChange
            ? (service) =>
                void navigate({
                  to: '/locations/$locationId/services/$serviceId/edit',
                  params: { locationId, serviceId: String(service.id) },
                })
            : undefined
        }
        empty={
          <EmptyState
            drawing="calm"
            title={t('services.empty')}
            text={t(types?.length === 0 ? 'services.noTypes' : 'services.emptyText')}
          />
        }
      />
    </Panel>
  )
}

function AddButton({ locationId, disabled }: { locationId: string; disabled: boolean }) {
  const { t } = useTranslation()
  const add = {
    leftSection: <IconPlus size={16} stroke={1.75} />,
    children: t('services.add.title'),
  }
  if (disabled) return <Button size="xs" disabled {...add} />
  return (
    <Button
      size="xs"
      {...add}
      renderRoot={(props) => (
        <Link {...props} to="/locations/$locationId/services/add" params={{ locationId }} />
      )}
    />
  )
}

/** Whether one more service can be added, and whether there is no room or no kind left. */
function roomOf(sold: Service[] | undefined, types: ServiceType[] | undefined) {
  if (!sold || !types || types.length === 0) return { isFull: false, canAdd: false }
  const unused = types.filter((type) => !sold.some(({ type_id }) => type_id === type.id))
  const isFull = unused.length === 0 || sold.length >= mostServices
  return { isFull, canAdd: !isFull }
}
