import { type PaymentMethodType, paymentMethodTypes } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { network } from '../../../api/network.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Duration } from '../../../ui/dates/duration.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { Dash, Money } from '../../../ui/figures/quantity.tsx'
import { IconCoinOff } from '../../../ui/pictures/icons.ts'
import { type Column, TwoLines } from '../../../ui/tables/data-table.tsx'
import classes from './order-cells.module.css'
import {
  DriverCell,
  LocationCell,
  Sign,
  StationCell,
  StatusCell,
  StrongEnergy,
  useToOrder,
} from './order-cells.tsx'
import type { ListedOrder, PastOrder } from './order-list.ts'
import { isMeterDoubt } from './warning-icons.ts'

/** Length of the transaction in seconds; null while it has no end. */
function secondsOf({ transaction_start, transaction_finish }: ListedOrder): number | null {
  if (!transaction_start || !transaction_finish) return null
  return Math.max(0, (Date.parse(transaction_finish) - Date.parse(transaction_start)) / 1000)
}

const methodOf = (type: string | null): PaymentMethodType | undefined =>
  paymentMethodTypes.find((known) => known === type)

/** The columns of the charging history. */
export function useHistoryColumns(canOpen: boolean, showsIdle: boolean): Column<PastOrder>[] {
  const { t } = useTranslation()
  const toOrder = useToOrder()
  const sign = { currency: network.currencySign }
  const columns: Column<PastOrder>[] = [
    { key: 'status', head: t('dashboard.columns.status'), cell: (order) => <StatusCell order={order} /> },
    {
      key: 'start',
      head: t('dashboard.columns.start'),
      cell: (order) => <Start order={order} />,
    },
    {
      key: 'location',
      grows: true,
      head: t('dashboard.columns.location'),
      cell: (order) => <LocationCell order={order} />,
    },
    { key: 'station', head: t('dashboard.columns.station'), cell: (order) => <StationCell order={order} /> },
    {
      key: 'driver',
      head: t('dashboard.columns.driver'),
      cell: (order) => <DriverCell order={order} />,
      hideBelow: 'md',
    },
    {
      key: 'battery',
      head: t('dashboard.columns.battery'),
      align: 'right',
      hideBelow: 'xl',
      cell: (order) => <Battery order={order} />,
    },
    {
      key: 'energy',
      head: t('dashboard.columns.energy'),
      align: 'right',
      cell: ({ energy }) => <StrongEnergy wh={energy} />,
    },
    {
      key: 'amount',
      head: t('dashboard.columns.price', sign),
      align: 'right',
      cell: (order) => <Amount order={order} />,
    },
  ]
  if (showsIdle) {
    columns.push({
      key: 'idle',
      head: t('dashboard.columns.idle', sign),
      align: 'right',
      cell: (order) => <Idle order={order} />,
    })
  }
  return canOpen ? [...columns, toOrder] : columns
}

function Start({ order }: { order: PastOrder }) {
  return <TwoLines top={<When at={order.created_at} style="dayTime" />} bottom={<Length order={order} />} />
}

function Length({ order }: { order: PastOrder }) {
  const seconds = secondsOf(order)
  return seconds === null ? null : <Duration seconds={seconds} />
}

function Amount({ order }: { order: PastOrder }) {
  const { t } = useTranslation()
  const method = methodOf(order.payment_method_type)
  const amount = (
    <span className={classes.sum}>
      {order.wrong_captured_amount && !isMeterDoubt(order.warning) && (
        <Sign icon={IconCoinOff} text={t('dashboard.history.wrongAmount')} />
      )}
      <Money minor={order.charging_price} />
    </span>
  )
  return method ? <TwoLines top={amount} bottom={t(`enums.paymentMethod.${method}`)} /> : amount
}

function Battery({ order: { meter_soc_start: from, meter_soc_stop: to } }: { order: PastOrder }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (from === null || to === null) return <Dash label={t('common.noValue')} />
  return `${format.number(from)} → ${format.number(to)}\u00a0%`
}

function Idle({ order: { parking_amount, parking_time } }: { order: PastOrder }) {
  const { t } = useTranslation()
  if (!parking_amount) return <Dash label={t('common.noValue')} />
  return <TwoLines top={<Money minor={parking_amount} />} bottom={<Duration seconds={parking_time} />} />
}
