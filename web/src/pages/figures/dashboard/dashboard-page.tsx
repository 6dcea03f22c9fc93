import { Button } from '@mantine/core'
import type { Role } from '@stationmaster/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../../api/calls/query-client.ts'
import { addDays, today } from '../../../api/days.ts'
import { useManager } from '../../../api/session.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChargingHistory } from '../../../slices/charging/orders/charging-history.tsx'
import { ChargingNow } from '../../../slices/charging/orders/charging-now.tsx'
import { useOpenOrders } from '../../../slices/charging/orders/order-list.ts'
import { Attention } from '../../../slices/figures/statistics/attention/attention.tsx'
import { totalOf } from '../../../slices/figures/statistics/attention/attention-rest.ts'
import { DayChartPanel } from '../../../slices/figures/statistics/days/day-chart-panel.tsx'
import { Figures } from '../../../slices/figures/statistics/figures.tsx'
import { NetworkFigures } from '../../../slices/figures/statistics/network-figures.tsx'
import { type Network, useNetwork } from '../../../slices/figures/statistics/statistics-queries.ts'
import { useWaiting } from '../../../slices/operations/inbox/inbox-query.ts'
import { SearchButton } from '../../../slices/operations/search/search-button.tsx'
import { LocationPicker } from '../../../slices/places/locations/list/location-picker.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Later } from '../../../ui/states/later.tsx'
import classes from './dashboard-page.module.css'
import type { DashboardFilters } from './filters.ts'
import { FirstSteps } from './first-steps.tsx'
import { InsightOnSight } from './insight-on-sight.tsx'
import { NetworkSteps } from './network-steps.tsx'
import { OwnPlaces } from './own-places.tsx'
import { RefundMany } from './refund-many.tsx'
import { seenBy } from './seen-by.ts'

/** The history covers the last month unless other days are chosen (domain.md#screens). */
const historyDays = 30

const route = getRouteApi('/app/dashboard')

const unfiltered: DashboardFilters = {
  from: undefined,
  to: undefined,
  q: undefined,
  status: undefined,
  failed: undefined,
  station: undefined,
  connector: undefined,
  model: undefined,
  firmware: undefined,
  hourOfWeek: undefined,
}

/** What leads from nothing to a first session. */
const stepsOf: Partial<Record<Role, typeof FirstSteps>> = {
  administrator: NetworkSteps,
  manager: FirstSteps,
}

/** What the network does now and did lately. */
export function DashboardPage() {
  const { t } = useTranslation()
  const manager = useManager()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const seen = seenBy(manager?.role)
  const network = useNetwork(filters.locations, seen.network)
  const change = (next: DashboardFilters) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })
  const now = today()
  const { failed, station, connector, model, firmware, hourOfWeek } = filters
  const narrowed = { failed, station, connector, model, firmware, hourOfWeek }
  const waits = useWaiting(seen.orderDetails)
  const waiting = filters.locations ? undefined : waits
  const attention = waiting ? totalOf(waiting) : network.data?.attention.length
  const quiet = !seen.statistics && attention === 0
  if (!seen.statistics && !seen.orders) {
    return (
      <>
        <PageHeader title={t('dashboard.title')} />
        <EmptyState
          drawing="calm"
          title={t('dashboard.empty')}
          action={
            <Button component={Link} to="/anti-sanction-protection" variant="default">
              {t('dashboard.toVersions')}
            </Button>
          }
        />
      </>
    )
  }
  const Steps = manager && stepsOf[manager.role]
  const starting = Steps && network.data?.charged === false && !filters.locations
  if (starting && network.data?.stations === 0) {
    return (
      <div className={classes.page}>
        <PageHeader title={t('dashboard.title')} />
        <Steps manager={manager} />
      </div>
    )
  }
  const administers = manager?.role === 'administrator'
  const history = {
    from: filters.from ?? addDays(now, -historyDays),
    to: filters.to ?? now,
    locations: filters.locations,
    statuses: filters.status,
    search: filters.q,
    narrowed,
  }
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('dashboard.title')}
        facts={
          network.data ? <Facts network={network.data} /> : network.isLoading && t('dashboard.facts.coming')
        }
        actions={
          <>
            {seen.network && <SearchButton />}
            <LocationPicker chosen={filters.locations} onChange={(locations) => change({ locations })} />
            {seen.statistics && (
              <SegmentedControl
                aria-label={t('dashboard.period.label')}
                value={filters.period ?? 'week'}
                onChange={(period) => change({ period: period === 'day' ? 'day' : undefined })}
                data={(['day', 'week'] as const).map((value) => ({
                  value,
                  label: t(`dashboard.period.${value}`),
                }))}
              />
            )}
          </>
        }
      />
      {starting ? <Steps manager={manager} /> : manager?.role === 'manager' && <OwnPlaces />}
      {seen.statistics ? (
        <Figures
          period={filters.period ?? 'week'}
          today={now}
          locations={filters.locations}
          opens={seen.orders}
        />
      ) : (
        <NetworkFigures network={network.data} attention={attention} locations={filters.locations} />
      )}
      <div className={classes.pair} data-single={!seen.statistics || !seen.network || undefined}>
        {seen.statistics && (
          <DayChartPanel
            today={now}
            measure={filters.measure ?? 'revenue'}
            onMeasure={(measure) => change({ measure: measure === 'revenue' ? undefined : measure })}
            locations={filters.locations}
          />
        )}
        {seen.network && !quiet && (
          <Attention query={network} waiting={waiting} canOpenOrders={seen.orderDetails} />
        )}
      </div>
      {seen.orders && (
        <Later>
          <ChargingNow locations={filters.locations} canOpen={seen.orderDetails} />
          <InsightOnSight filters={filters} onFilters={change} seesMoney={seen.statistics} />
          <HistoryRefresh locations={filters.locations} />
          <div id="history" />
          <ChargingHistory
            filter={history}
            filtered={Boolean(
              filters.from ||
                filters.q ||
                filters.status ||
                Object.values(narrowed).some((one) => one !== undefined),
            )}
            onDays={(from, to) => change({ from, to })}
            onSearch={(q) => change({ q })}
            onStatuses={(status) => change({ status })}
            onNarrow={change}
            onReset={() => change(unfiltered)}
            canOpen={seen.orderDetails}
            showsIdle={administers}
            chooses={administers}
            renderActs={(chosen, onDone) => <RefundMany chosen={chosen} onDone={onDone} filter={history} />}
          />
        </Later>
      )}
    </div>
  )
}

function Facts({ network }: { network: Network }) {
  const { t } = useTranslation()
  const format = useFormat()
  const online = t('dashboard.facts.online', {
    count: network.stations,
    online: format.number(network.stations_online),
    total: format.number(network.stations),
  })
  const charging = t('dashboard.facts.charging', {
    count: network.charging,
    n: format.number(network.charging),
  })
  return <>{`${online} · ${charging}`}</>
}

/** An order that leaves Charging now has entered the history. */
function HistoryRefresh({ locations }: { locations: number[] | undefined }) {
  const open = useOpenOrders(locations).data?.orders
  const known = useRef(open)
  useEffect(() => {
    const before = known.current
    known.current = open
    const left = before?.some(({ id }) => !open?.some((order) => order.id === id))
    if (left) void queryClient.invalidateQueries({ queryKey: ['orders', 'history'], refetchType: 'active' })
  }, [open])
  return null
}
