import { Skeleton } from '@mantine/core'
import type { Driver } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { CardsPanel } from '../../../slices/charging/drivers/cards/cards-panel.tsx'
import { DriverActions } from '../../../slices/charging/drivers/driver-actions.tsx'
import { driverName } from '../../../slices/charging/drivers/driver-name.ts'
import { DriverPanel } from '../../../slices/charging/drivers/driver-panel.tsx'
import { driverQuery } from '../../../slices/charging/drivers/driver-queries.ts'
import { PostingsPanel } from '../../../slices/charging/drivers/postings-panel.tsx'
import { DriverSessions } from '../../../slices/charging/orders/driver-sessions.tsx'
import { DebtItem } from '../../../slices/operations/inbox/debts/debt-item.tsx'
import items from '../../../slices/operations/inbox/inbox-item.module.css'
import { useDebts } from '../../../slices/operations/inbox/inbox-query.ts'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from '../../frame/list-page.module.css'

const route = getRouteApi('/app/drivers/$driverId')

/** One driver: contacts, money, cards, debts and sessions, with the actions of administrators. */
export function DriverPage() {
  const { t } = useTranslation()
  const id = Number(route.useParams().driverId)
  const administers = useManager()?.role === 'administrator'
  const query = useQuery(driverQuery(id))
  const driver = query.data
  return (
    <div className={classes.page}>
      <PageHeader
        title={driver ? driverName(driver) : t('drivers.one')}
        actions={driver && administers && <DriverActions driver={driver} />}
        backTo="/drivers"
      />
      {driver ? (
        <Known driver={driver} administers={administers} />
      ) : (
        <Panel title={t('drivers.about')}>
          {query.isError ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton height={96} />
          )}
        </Panel>
      )}
    </div>
  )
}

function Known({ driver, administers }: { driver: Driver; administers: boolean }) {
  return (
    <>
      <DriverPanel driver={driver} administers={administers} />
      {driver.debt > 0 && <Debts driverId={driver.id} canDecide={administers} />}
      {administers && <PostingsPanel driverId={driver.id} />}
      <CardsPanel driver={driver} administers={administers} />
      <DriverSessions driverId={driver.id} showsIdle={administers} />
    </>
  )
}

function Debts({ driverId, canDecide }: { driverId: number; canDecide: boolean }) {
  const { t } = useTranslation()
  const debts = useDebts(driverId)
  return (
    <Panel title={t('inbox.debts')} count={debts.items && debts.total} flush>
      {debts.isError && <ErrorState error={debts.error} onRetry={() => void debts.refetch()} />}
      <ul className={items.list}>
        {debts.items?.map((item) => (
          <DebtItem key={`${item.order_id} ${item.purpose}`} item={item} canDecide={canDecide} />
        ))}
      </ul>
    </Panel>
  )
}
