import { Button } from '@mantine/core'
import type { Role } from '@stationmaster/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { today } from '../../../api/days.ts'
import { useManager } from '../../../api/session.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Attention } from '../../../slices/figures/statistics/attention/attention.tsx'
import { totalOf } from '../../../slices/figures/statistics/attention/attention-rest.ts'
import { DayChartPanel } from '../../../slices/figures/statistics/days/day-chart-panel.tsx'
import { Figures } from '../../../slices/figures/statistics/figures.tsx'
import { NetworkFigures } from '../../../slices/figures/statistics/network-figures.tsx'
import { type Network, useNetwork } from '../../../slices/figures/statistics/statistics-queries.ts'
import { useWaiting } from '../../../slices/operations/inbox/inbox-query.ts'
import { IncidentLine } from '../../../slices/operations/incidents/incident-line.tsx'
import { useOpenIncidents } from '../../../slices/operations/incidents/incident-queries.ts'
import { SearchButton } from '../../../slices/operations/search/search-button.tsx'
import { LocationPicker } from '../../../slices/places/locations/list/location-picker.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import classes from './dashboard-page.module.css'
import type { DashboardFilters } from './filters.ts'
import { FirstSteps } from './first-steps.tsx'
import { NetworkSteps } from './network-steps.tsx'
import { OwnPlaces } from './own-places.tsx'
import { seenBy } from './seen-by.ts'
import { Sessions } from './sessions.tsx'

const route = getRouteApi('/app/dashboard')

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
  const waits = useWaiting(seen.orderDetails)
  const waiting = filters.locations ? undefined : waits
  if (!seen.statistics && !seen.orders) return <NothingSeen />
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
              <PeriodControl period={filters.period} onChange={(period) => change({ period })} />
            )}
          </>
        }
      />
      {starting ? <Steps manager={manager} /> : manager?.role === 'manager' && <OwnPlaces />}
      <Summary filters={filters} onFilters={change} seen={seen} network={network} waiting={waiting} />
      {seen.orders && (
        <Sessions
          filters={filters}
          onFilters={change}
          seen={seen}
          administers={manager?.role === 'administrator'}
        />
      )}
    </div>
  )
}

/** The page of a role that sees no part of the dashboard. */
function NothingSeen() {
  const { t } = useTranslation()
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

interface PeriodControlProps {
  period: DashboardFilters['period']
  onChange: (period: DashboardFilters['period']) => void
}

function PeriodControl({ period, onChange }: PeriodControlProps) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      aria-label={t('dashboard.period.label')}
      value={period ?? 'week'}
      onChange={(chosen) => onChange(chosen === 'day' ? 'day' : undefined)}
      data={(['day', 'week'] as const).map((value) => ({ value, label: t(`dashboard.period.${value}`) }))}
    />
  )
}

interface SummaryProps {
  filters: DashboardFilters
  onFilters: (filters: DashboardFilters) => void
  seen: ReturnType<typeof seenBy>
  network: ReturnType<typeof useNetwork>
  waiting: ReturnType<typeof useWaiting>
}

/** The figures of the network, its revenue by day, and what needs attention. */
function Summary({ filters, onFilters, seen, network, waiting }: SummaryProps) {
  const { locations } = filters
  const now = today()
  const attention = waiting ? totalOf(waiting) : network.data?.attention.length
  const incidents = useOpenIncidents(
    seen.network && (locations?.length ?? 1) === 1,
    locations?.length === 1 ? locations[0] : undefined,
  )
  const quiet = !seen.statistics && attention === 0 && incidents.open === 0
  return (
    <>
      {seen.statistics ? (
        <Figures period={filters.period ?? 'week'} today={now} locations={locations} opens={seen.orders} />
      ) : (
        <NetworkFigures network={network.data} attention={attention} locations={locations} />
      )}
      <div className={classes.pair} data-single={!seen.statistics || !seen.network || undefined}>
        {seen.statistics && (
          <DayChartPanel
            today={now}
            measure={filters.measure ?? 'revenue'}
            onMeasure={(measure) => onFilters({ measure: measure === 'revenue' ? undefined : measure })}
            locations={locations}
          />
        )}
        {seen.network && !quiet && (
          <Attention
            query={network}
            waiting={waiting}
            canOpenOrders={seen.orderDetails}
            first={incidents.open > 0 ? <IncidentLine {...incidents} /> : null}
          />
        )}
      </div>
    </>
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
