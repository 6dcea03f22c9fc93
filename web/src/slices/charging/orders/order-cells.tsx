import { Tooltip } from '@mantine/core'
import { orderWarnings } from '@stationmaster/contract'
import { isContractId } from '@stationmaster/units'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Energy } from '../../../ui/figures/quantity.tsx'
import { OrderStatusBadge } from '../../../ui/figures/status.tsx'
import {
  IconAffiliate,
  IconArrowUp,
  IconChevronRight,
  IconPlugConnected,
  type Icon as TablerIcon,
} from '../../../ui/pictures/icons.ts'
import { type Column, TwoLines } from '../../../ui/tables/data-table.tsx'
import classes from './order-cells.module.css'
import type { ListedOrder } from './order-list.ts'
import { warningIcons } from './warning-icons.ts'

/** The location: city and street, below them its name. */
export function LocationCell({ order: { location } }: { order: ListedOrder }) {
  return (
    <TwoLines
      top={[location.city, location.street].filter(Boolean).join(', ') || location.name}
      bottom={location.name}
    />
  )
}

/** Connector type and power, as one line: CCS 2 · 120 kW. */
function useConnectorLine() {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ connector }: ListedOrder) =>
    `${connector.type} · ${format.number(connector.power, Number.isInteger(connector.power) ? 0 : 1)}\u00a0${t('units.kw')}`
}

/** A link to the station, below it the connector. */
export function StationCell({ order }: { order: ListedOrder }) {
  const connectorLine = useConnectorLine()
  return (
    <TwoLines
      top={
        <Link
          to="/charge-points/$stationId/information"
          params={{ stationId: order.station.id }}
          className={classes.link!}
        >
          {stationNumber(order.station.number)}
        </Link>
      }
      bottom={connectorLine(order)}
    />
  )
}

/** The driver's name, the card, or the staff. */
function useDriverName() {
  const { t } = useTranslation()
  return ({ user, rfid }: ListedOrder): string => {
    const name = user && `${user.first_name} ${user.last_name}`.trim()
    if (name) return name
    if (user) return t('dashboard.driver.nameless', { id: user.id })
    return rfid ? t('dashboard.driver.card', { rfid }) : t('dashboard.driver.operator')
  }
}

/** The driver, below it the roaming partner, the phone or the card. */
export function DriverCell({ order }: { order: ListedOrder }) {
  const driverName = useDriverName()
  const second = order.partner?.name ?? (order.user ? (order.user.phone ?? order.rfid) : order.rfid && 'RFID')
  return <TwoLines top={driverName(order)} bottom={second} />
}

/** The status, with an icon when the session has a warning, and one when a roaming partner pays for it. */
export function StatusCell({ order }: { order: ListedOrder }) {
  const { t } = useTranslation()
  const warning = orderWarnings.find((known) => known === order.warning)
  return (
    <span className={classes.status}>
      <OrderStatusBadge status={order.status} />
      {warning && <Sign icon={warningIcons[warning]} text={t(`enums.warning.${warning}`)} />}
      {order.priority && <Sign icon={IconArrowUp} text={t('order.priority.badge')} quiet />}
      {order.rfid && isContractId(order.rfid) && (
        <Sign icon={IconPlugConnected} text={t('order.fact.plugAndCharge')} quiet />
      )}
      {order.partner && (
        <Sign
          icon={IconAffiliate}
          text={t('dashboard.history.roamingOf', { name: order.partner.name })}
          quiet
        />
      )}
    </span>
  )
}

interface SignProps {
  icon: TablerIcon
  text: string
  /** it warns of nothing */
  quiet?: boolean
}

/** An icon with its text as tooltip, of a warning unless it is quiet. */
export function Sign({ icon: Icon, text, quiet = false }: SignProps) {
  return (
    <Tooltip label={text}>
      <span className={quiet ? classes.sign : classes.warning} role="img" aria-label={text}>
        <Icon size={15} stroke={1.75} />
      </span>
    </Tooltip>
  )
}

/** A link to the order's page. */
function OpenOrderLink({ order }: { order: ListedOrder }) {
  const { t } = useTranslation()
  return (
    <Link
      to="/orders/$orderId/information"
      params={{ orderId: String(order.id) }}
      className={classes.open!}
      aria-label={t('dashboard.history.open', { id: order.id })}
    >
      <IconChevronRight size={18} stroke={1.75} />
    </Link>
  )
}

export const StrongEnergy = ({ wh }: { wh: number | null }) => (
  <span className={classes.strong}>
    <Energy wh={wh} />
  </span>
)

/** The column that leads to the order. */
export function useToOrder<Order extends ListedOrder>(): Column<Order> {
  const { t } = useTranslation()
  return {
    key: 'open',
    head: t('common.details'),
    silent: true,
    width: 32,
    align: 'right',
    cell: (order) => <OpenOrderLink order={order} />,
  }
}
