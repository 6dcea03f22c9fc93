import type { OrderDetails } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { type Icon, IconAlertTriangle } from '../../../../ui/pictures/icons.ts'
import { warningIcons } from '../warning-icons.ts'
import { isOpen } from './details-query.ts'
import classes from './status-banner.module.css'

const told = (icon: Icon, text: string): [Icon, string] => [icon, text]

/** What needs a person's eye; each goes away with its cause. */
export function OrderAlerts({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const open = isOpen(order)
  const offline = open && !order.station_online
  const warning = order.warning === 'offline' ? null : order.warning
  const alerts: [Icon, string][] = [
    ...(offline ? [told(warningIcons.offline, t('order.alert.offline'))] : []),
    ...(open && order.stop_tx_status === 'rejected_only'
      ? [told(IconAlertTriangle, t('order.alert.stopRefused', { count: order.stop_tx_retry_count + 1 }))]
      : []),
    ...(warning ? [told(warningIcons[warning], t(`enums.warning.${warning}`))] : []),
    ...(order.needs_review ? [told(IconAlertTriangle, t('order.alert.review'))] : []),
    ...(!open && order.ev_connected ? [told(IconAlertTriangle, t('order.alert.stillConnected'))] : []),
  ]
  return (
    <ul className={classes.alerts} aria-label={t('order.alert.label')} aria-live="polite">
      {alerts.map(([Sign, alert]) => (
        <li key={alert} className={classes.alert}>
          <Sign size={16} stroke={1.75} aria-hidden="true" />
          {alert}
        </li>
      ))}
    </ul>
  )
}
