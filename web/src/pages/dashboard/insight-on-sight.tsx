import { useIntersection } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useState } from 'react'
import classes from './dashboard-page.module.css'
import type { DashboardFilters } from './filters.ts'

const Insight = lazy(async () => ({
  default: (await import('../../slices/statistics/insight/insight.tsx')).Insight,
}))

interface InsightOnSightProps {
  filters: DashboardFilters
  onFilters: (filters: DashboardFilters) => void
  seesMoney: boolean
}

/** What lies below the fold comes once it is scrolled to: the dashboard is there sooner without it. */
export function InsightOnSight({ filters, onFilters, seesMoney }: InsightOnSightProps) {
  const { ref, entry } = useIntersection({ rootMargin: '-80px 0px' })
  const [seen, setSeen] = useState(false)
  const inSight = entry?.isIntersecting ?? false
  useEffect(() => {
    if (inSight) setSeen(true)
  }, [inSight])
  const { locations, from, to, by, stage } = filters
  return (
    <div ref={ref} className={classes.insight}>
      {seen && (
        <Suspense>
          <Insight
            {...{ locations, from, to, onFilters, seesMoney }}
            stationId={filters.station}
            filters={{ by, stage }}
          />
        </Suspense>
      )}
    </div>
  )
}
