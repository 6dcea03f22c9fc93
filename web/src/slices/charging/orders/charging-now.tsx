import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLostSince } from '../../../api/live/contact.ts'
import { useLiveConnected } from '../../../api/live/live.ts'
import { network } from '../../../api/network.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Elapsed, ReadingAge, Remaining } from '../../../ui/dates/duration.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { Energy, Money, Power } from '../../../ui/figures/quantity.tsx'
import { Soc } from '../../../ui/figures/soc.tsx'
import { StatusDot } from '../../../ui/figures/status.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import classes from './order-cells.module.css'
import {
  DriverCell,
  LocationCell,
  StationCell,
  StatusCell,
  StrongEnergy,
  useToOrder,
} from './order-cells.tsx'
import { type OpenOrder, openOrdersRefreshMs, useOpenOrders } from './order-list.ts'

const startOf = (order: OpenOrder) => order.transaction_start ?? order.charging_start ?? order.created_at
const whileStarted = <T,>(order: OpenOrder, value: T): T | null => (order.status === 'started' ? value : null)
const amountOf = (order: OpenOrder) => order.current_charging_amount ?? order.charging_price

/** with this many rows the history stays in sight; one more row is shown instead of a button */
const shownAtFirst = 5

/** Open orders, live; energy and power only once they have started. */
export function ChargingNow({ locations, canOpen }: { locations: number[] | undefined; canOpen: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const query = useOpenOrders(locations)
  const [all, setAll] = useState(false)
  const orders = query.data?.orders
  const folded = orders && orders.length > shownAtFirst + 1
  const columns = useColumns(canOpen)
  const open = (order: OpenOrder) =>
    void navigate({ to: '/orders/$orderId/information', params: { orderId: String(order.id) } })
  return (
    <Panel title={t('dashboard.charging.title')} count={query.data?.total} actions={<LiveMark />} flush>
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t('dashboard.charging.title')}
          columns={columns}
          rows={folded && !all ? orders.slice(0, shownAtFirst) : orders}
          rowKey={(order) => order.id}
          onOpen={canOpen ? open : undefined}
          phoneRow={(order) => <PhoneRow order={order} canOpen={canOpen} />}
          empty={
            <EmptyState
              drawing="plug"
              title={t('dashboard.charging.empty')}
              text={t('dashboard.charging.emptyText')}
            />
          }
        />
      )}
      {folded && (
        <div className={classes.fold}>
          <Button variant="subtle" size="compact-sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all
              ? t('dashboard.charging.fewer')
              : t('dashboard.charging.all', { count: orders.length, n: format.number(orders.length) })}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function useColumns(canOpen: boolean): Column<OpenOrder>[] {
  const { t } = useTranslation()
  const toOrder = useToOrder()
  const columns: Column<OpenOrder>[] = [
    { key: 'status', head: t('dashboard.columns.status'), cell: (order) => <StatusCell order={order} /> },
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
      hideBelow: 'lg',
    },
    {
      key: 'start',
      head: t('dashboard.columns.start'),
      align: 'right',
      cell: (order) => (
        <TwoLines top={<When at={startOf(order)} style="time" />} bottom={<RunningTime order={order} />} />
      ),
    },
    {
      key: 'energy',
      head: t('dashboard.columns.energy'),
      align: 'right',
      cell: (order) => <StrongEnergy wh={whileStarted(order, order.current_wh)} />,
    },
    {
      key: 'power',
      head: t('dashboard.columns.power'),
      align: 'right',
      cell: (order) => (
        <TwoLines
          top={<Power w={whileStarted(order, order.current_w)} />}
          bottom={<ReadingAge at={whileStarted(order, order.metered_at)} />}
        />
      ),
    },
    {
      key: 'battery',
      head: t('dashboard.columns.battery'),
      cell: (order) => <Soc percent={order.meter_soc_stop ?? order.meter_soc_start} />,
    },
    {
      key: 'amount',
      head: t('dashboard.columns.amount', { currency: network.currencySign }),
      align: 'right',
      cell: (order) => <Money minor={amountOf(order)} />,
    },
  ]
  return canOpen ? [...columns, toOrder] : columns
}

function RunningTime({ order }: { order: OpenOrder }) {
  if (order.status === 'countdown' && order.countdown_finish)
    return <Remaining until={order.countdown_finish} />
  if (order.status === 'active' && order.reservation_finish)
    return <Remaining until={order.reservation_finish} />
  return <Elapsed since={startOf(order)} />
}

function LiveMark() {
  const { t } = useTranslation()
  const connected = useLiveConnected()
  if (useLostSince() !== null) return null
  return (
    <span className={classes.live}>
      <StatusDot tone={connected ? 'green' : 'gray'} live={connected} />
      {connected ? t('common.live') : t('common.polling', { seconds: openOrdersRefreshMs / 1000 })}
    </span>
  )
}

function PhoneRow({ order, canOpen }: { order: OpenOrder; canOpen: boolean }) {
  const row = (
    <ListRow
      top={<StatusCell order={order} />}
      bottom={
        <>
          {stationNumber(order.station.number)} · {order.location.city}, {order.location.street}
        </>
      }
      right={
        order.status === 'started' ? <Energy wh={order.current_wh} unit /> : <RunningTime order={order} />
      }
      rightBottom={
        order.status === 'started' && (
          <>
            <ReadingAge at={order.metered_at} /> <Power w={order.current_w} unit /> ·{' '}
            <Money minor={amountOf(order)} unit />
          </>
        )
      }
    />
  )
  if (!canOpen) return row
  return (
    <Link
      to="/orders/$orderId/information"
      params={{ orderId: String(order.id) }}
      className={classes.phoneLink!}
    >
      {row}
    </Link>
  )
}
