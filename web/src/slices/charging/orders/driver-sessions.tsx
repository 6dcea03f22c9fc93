import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../../ui/buttons/load-more.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import classes from './charging-history.module.css'
import { useHistoryColumns } from './history-columns.tsx'
import { useDriverOrders } from './order-list.ts'
import { PastOrderRow } from './past-order-row.tsx'

/** Every order of a driver, newest first. */
export function DriverSessions({ driverId, showsIdle }: { driverId: number; showsIdle: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const query = useDriverOrders(driverId)
  const columns = useHistoryColumns(true, showsIdle).filter(({ key }) => key !== 'driver')
  return (
    <Panel title={t('drivers.sessions.title')} count={query.orders && query.total} flush>
      {query.isError && !query.orders ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t('drivers.sessions.title')}
          columns={columns}
          rows={query.orders}
          rowKey={({ id }) => id}
          onOpen={({ id }) =>
            void navigate({ to: '/orders/$orderId/information', params: { orderId: String(id) } })
          }
          phoneRow={(order) => <PastOrderRow order={order} canOpen />}
          skeletonRows={3}
          empty={<p className={classes.empty}>{t('drivers.sessions.empty')}</p>}
        />
      )}
      {query.orders && query.orders.length > 0 && <LoadMore shown={query.orders.length} query={query} />}
    </Panel>
  )
}
