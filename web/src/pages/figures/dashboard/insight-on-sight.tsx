import { lazy, Suspense } from 'react'
import { OnSight } from '../../../ui/states/on-sight.tsx'
import classes from './dashboard-page.module.css'
import type { DashboardFilters } from './filters.ts'

const Insight = lazy(async () => ({
  default: (await import('../../../slices/figures/statistics/insight/insight.tsx')).Insight,
}))

interface InsightOnSightProps {
  filters: DashboardFilters
  onFilters: (filters: DashboardFilters) => void
  seesMoney: boolean
}

/** What lies below the fold comes once it is scrolled to: the dashboard is there sooner without it. */
export function InsightOnSight({ filters, onFilters, seesMoney }: InsightOnSightProps) {
  const { locations, from, to, by, stage } = filters
  return (
    <OnSight className={classes.insight} margin="-80px 0px">
      <Suspense>
        <Insight
          locations={locations}
          from={from}
          to={to}
          onFilters={onFilters}
          seesMoney={seesMoney}
          stationId={filters.station}
          filters={{ by, stage }}
        />
      </Suspense>
    </OnSight>
  )
}
