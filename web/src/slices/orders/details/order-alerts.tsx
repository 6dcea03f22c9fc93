import type { OrderDetails } from '@stationmaster/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isOpen } from './details-query.ts'
import classes from './status-banner.module.css'

/** What needs a person's eye; each goes away with its cause. */
export function OrderAlerts({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const open = isOpen(order)
  const offline = open && !order.station_online
  const warning = order.warning === 'offline' ? null : order.warning
  const alerts = [
    ...(offline ? [t('order.alert.offline')] : []),
    ...(open && order.stop_tx_status === 'rejected_only'
      ? [t('order.alert.stopRefused', { count: order.stop_tx_retry_count + 1 })]
      : []),
    ...(warning ? [t(`enums.warning.${warning}`)] : []),
    ...(order.needs_review ? [t('order.alert.review')] : []),
    ...(!open && order.ev_connected ? [t('order.alert.stillConnected')] : []),
  ]
  return (
    <ul className={classes.alerts} aria-label={t('order.alert.label')} aria-live="polite">
      {alerts.map((alert) => (
        <li key={alert} className={classes.alert}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          {alert}
        </li>
      ))}
    </ul>
  )
}
