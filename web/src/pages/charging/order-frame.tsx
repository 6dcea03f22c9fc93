import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../api/calls/api-error.ts'
import { useManager } from '../../api/session.ts'
import { useErrorText } from '../../i18n/use-error-text.ts'
import { type Details, orderDetailsQuery } from '../../slices/charging/orders/details/details-query.ts'
import { EndButton } from '../../slices/charging/orders/details/end-button.tsx'
import { OrderFacts } from '../../slices/charging/orders/details/figures/order-facts.tsx'
import { OrderSkeleton } from '../../slices/charging/orders/details/figures/order-skeleton.tsx'
import {
  PriorityAnswer,
  PriorityButton,
  usePriority,
} from '../../slices/charging/orders/details/priority.tsx'
import { StatusBanner } from '../../slices/charging/orders/details/status-banner.tsx'
import { StopOrder, useStopOrder } from '../../slices/charging/orders/details/stop-order.tsx'
import { GiveUpButton } from '../../slices/public/pay/for-staff/give-up-button.tsx'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { Tabs } from '../../ui/frame/tabs.tsx'
import { CommandAnswer } from '../../ui/states/command-answer.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import classes from './order-frame.module.css'

/** Head, banner and tabs of an order around the content of a tab. */
export function OrderFrame({ children }: { children: (details: Details) => ReactNode }) {
  const { t } = useTranslation()
  const { orderId } = useParams({ strict: false })
  const id = Number(orderId)
  const details = useQuery(orderDetailsQuery(id))
  const stop = useStopOrder(id)
  const priority = usePriority(id)
  const errorText = useErrorText()
  const order = details.data?.order
  const home = useHome()
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('order.title', { id: orderId })}
        facts={order ? <OrderFacts order={order} /> : ' '}
        actions={
          order && (
            <>
              {order.can.cancel && <GiveUpButton orderId={order.id} />}
              {order.can.prioritize && <PriorityButton order={order} change={priority} />}
              {order.can.stop && <StopOrder order={order} stop={stop} />}
              {order.can.end && <EndButton order={order} />}
            </>
          )
        }
        backTo={home}
      />
      {stop.isSuccess && order?.can.stop && (
        <CommandAnswer good onClose={stop.reset}>
          {stop.data === 'Accepted' ? t('order.stop.accepted') : stop.data}
        </CommandAnswer>
      )}
      {stop.isError && order?.can.stop && (
        <CommandAnswer good={false} onClose={stop.reset}>
          {t('order.stop.failed', { error: errorText(stop.error) })}
        </CommandAnswer>
      )}
      {order?.can.prioritize && <PriorityAnswer change={priority} />}
      {details.data ? (
        <>
          <StatusBanner order={details.data.order} />
          {details.data.order.can.console && <OrderTabs orderId={String(id)} />}
          {children(details.data)}
        </>
      ) : details.error ? (
        <Failed error={details.error} onRetry={() => void details.refetch()} />
      ) : (
        <OrderSkeleton />
      )}
    </div>
  )
}

function OrderTabs({ orderId }: { orderId: string }) {
  const { t } = useTranslation()
  const common = { params: { orderId }, replace: true } as const
  return (
    <Tabs label={t('order.tab.label')}>
      <Link to="/orders/$orderId/information" {...common}>
        {t('order.tab.information')}
      </Link>
      <Link to="/orders/$orderId/console" {...common}>
        {t('order.tab.console')}
      </Link>
    </Tabs>
  )
}

/** The list that leads to orders: payments by day for accounters, the dashboard for all others. */
const useHome = () => (useManager()?.role === 'accounter' ? '/statistics-by-day' : '/dashboard')

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  const home = useHome()
  const code = codeOf(error)
  if (code !== 'order.not_found' && code !== 'request.invalid') {
    return <ErrorState error={error} onRetry={onRetry} />
  }
  return (
    <EmptyState
      drawing="search"
      title={t('order.missing')}
      action={
        <Button variant="default" component={Link} to={home}>
          {t(home === '/dashboard' ? 'order.toDashboard' : 'order.toStart')}
        </Button>
      }
    />
  )
}
