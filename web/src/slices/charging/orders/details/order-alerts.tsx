import type { OrderDetails } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { type Icon, IconAlertTriangle } from '../../../../ui/pictures/icons.ts'
import { warningIcons } from '../warning-icons.ts'
import { isOpen } from './details-query.ts'
import classes from './status-banner.module.css'

/** The problems of an order that a person should see; each disappears with its cause. */
export function OrderAlerts({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const open = isOpen(order)
  const offline = open && !order.station_online
  const warning = order.warning === 'offline' ? null : order.warning
  const alerts: [Icon, string][] = []
  const add = (isShown: boolean, icon: Icon, text: string) => isShown && alerts.push([icon, text])
  add(offline, warningIcons.offline, t('order.alert.offline'))
  add(
    open && order.stop_tx_status === 'rejected_only',
    IconAlertTriangle,
    t('order.alert.stopRefused', { count: order.stop_tx_retry_count + 1 }),
  )
  if (warning) add(true, warningIcons[warning], t(`enums.warning.${warning}`))
  add(order.needs_review, IconAlertTriangle, t('order.alert.review'))
  add(!open && order.ev_connected, IconAlertTriangle, t('order.alert.stillConnected'))
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
