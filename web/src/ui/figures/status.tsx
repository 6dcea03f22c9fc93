import type { ConnectorStatus, OcppStatus, OrderStatus, StationStatus } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import classes from './status.module.css'

export type Tone = 'red' | 'green' | 'blue' | 'lime' | 'orange' | 'cyan' | 'yellow' | 'violet' | 'gray'

/** Colours of an order's status (domain.md#statuses). */
const orderTones: Record<OrderStatus, Tone> = {
  wait_payment: 'yellow',
  active: 'lime',
  countdown: 'orange',
  starting: 'cyan',
  started: 'blue',
  completed: 'green',
  canceled: 'red',
  expired: 'red',
}
const openOrders: readonly OrderStatus[] = ['wait_payment', 'active', 'countdown', 'starting', 'started']

/** Colours of connector statuses (domain.md#statuses). */
export const connectorTones: Record<ConnectorStatus, Tone> = {
  available: 'green',
  busy: 'blue',
  faulted: 'red',
  offline: 'gray',
  out_of_use: 'orange',
}

export const stationTones: Record<StationStatus, Tone> = {
  unconfigured: 'yellow',
  not_operative: 'orange',
  available: 'green',
  busy: 'blue',
  offline: 'gray',
  faulted: 'red',
}

/** A dot that a word stands beside; `live` gives it a halo that breathes. */
export function StatusDot({ tone, live = false }: { tone: Tone; live?: boolean }) {
  return <span className={classes.dot} data-tone={tone} data-live={live || undefined} aria-hidden="true" />
}

/** A status: a coloured dot and its name. */
export function Badge({ tone, live, children }: { tone: Tone; live?: boolean; children: string }) {
  return (
    <span className={classes.badge}>
      <StatusDot tone={tone} live={live ?? false} />
      <span className={classes.word}>{children}</span>
    </span>
  )
}

/** An order's status; the dot breathes while the order is open. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const { t } = useTranslation()
  return (
    <Badge tone={orderTones[status]} live={openOrders.includes(status)}>
      {t(`enums.orderStatus.${status}`)}
    </Badge>
  )
}

/** A connector's status; with the OCPP status given, its word is the more exact one. */
export function ConnectorStatusBadge({
  status,
  origin,
}: {
  status: ConnectorStatus
  origin?: OcppStatus | null
}) {
  const { t } = useTranslation()
  const exact = status === 'busy' && origin
  return (
    <Badge tone={connectorTones[status]} live={status === 'busy' && origin === 'Charging'}>
      {exact ? t(`enums.ocppStatus.${origin}`) : t(`enums.connectorStatus.${status}`)}
    </Badge>
  )
}

/** A station's status. */
export function StationStatusBadge({ status }: { status: StationStatus }) {
  const { t } = useTranslation()
  return <Badge tone={stationTones[status]}>{t(`enums.stationStatus.${status}`)}</Badge>
}
