import type { OrderDetails } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../../../api/live/server-clock.ts'
import { clock } from '../../../../i18n/format.ts'
import { useCode } from '../../../../i18n/use-code.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Clock, Remaining } from '../../../../ui/dates/duration.tsx'
import { When } from '../../../../ui/dates/when.tsx'
import { OrderStatusBadge } from '../../../../ui/figures/status.tsx'
import { IconArrowUp } from '../../../../ui/pictures/icons.ts'
import { isOpen } from './details-query.ts'
import { OrderLimits } from './money/order-limits.tsx'
import { OrderAlerts } from './order-alerts.tsx'
import classes from './status-banner.module.css'

/** The present state of an order: status, running clock, its limits, and problems that a person should see. */
export function StatusBanner({ order }: { order: OrderDetails }) {
  return (
    <section className={classes.banner} data-status={order.status}>
      <div className={classes.now}>
        <span className={classes.badge}>
          <OrderStatusBadge status={order.status} />
        </span>
        <BannerClock order={order} />
        {order.priority && <PriorityMark priority={order.priority} />}
        {isOpen(order) ? <OrderLimits order={order} /> : <Ending order={order} />}
      </div>
      <OrderAlerts order={order} />
    </section>
  )
}

function PriorityMark({ priority: { since, by } }: { priority: NonNullable<OrderDetails['priority']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const time = format.when(new Date(since), 'time')
  const name = by && `${by.first_name} ${by.last_name}`.trim()
  return (
    <span className={classes.priority}>
      <IconArrowUp size={15} stroke={1.75} aria-hidden="true" />
      {name ? t('order.priority.since', { time, name }) : t('order.priority.sinceStation', { time })}
    </span>
  )
}

function BannerClock({ order }: { order: OrderDetails }) {
  const until = { countdown: order.countdown_finish, active: order.reservation_finish }
  const ends = order.status === 'countdown' || order.status === 'active' ? until[order.status] : null
  if (ends) {
    return (
      <span className={classes.clock}>
        <Remaining until={ends} />
      </span>
    )
  }
  if (isOpen(order)) {
    return (
      <span className={classes.clock}>
        <Clock since={order.transaction_start ?? order.created_at} />
      </span>
    )
  }
  return order.duration === null ? null : <span className={classes.clock}>{clock(order.duration)}</span>
}

function Ending({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const code = useCode()
  const at = order.charging_finish ?? order.transaction_finish
  const day = at && format.when(new Date(at), 'day')
  const today = format.when(new Date(serverNow()), 'day')
  return (
    <span className={classes.hint}>
      {at && (
        <>
          {t('order.banner.ended')} <When at={at} style={day === today ? 'time' : 'full'} />
        </>
      )}
      {order.stop_reason && `${at ? ' · ' : ''}${code('stopReason', order.stop_reason)}`}
    </span>
  )
}
