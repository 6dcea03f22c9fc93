import { addDays, today } from '../../../../api/days.ts'
import classes from './insight.module.css'
import type { InsightFilters } from './insight-filters.ts'
import type { InsightScope } from './insight-queries.ts'
import { PlacesPanel } from './places-panel.tsx'
import { SuccessPanel } from './success-panel.tsx'
import { TakingsPanel } from './takings-panel.tsx'
import { UptimePanel } from './uptime-panel.tsx'
import { UtilisationPanel } from './utilisation-panel.tsx'

/** As many days as the charging history shows unless others are chosen (domain.md#screens). */
const insightDays = 30

interface InsightProps {
  locations?: number[] | undefined
  stationId?: string | undefined
  /** first and last day; the last thirty days by default */
  from?: string | undefined
  to?: string | undefined
  filters: InsightFilters
  onFilters: (filters: InsightFilters) => void
  seesMoney: boolean
}

/** Results of sessions, use of stations and revenue: of the network, a location or a station. */
export function Insight({ locations, stationId, from, to, filters, onFilters, seesMoney }: InsightProps) {
  const now = today()
  const scope: InsightScope = {
    from: from ?? addDays(now, 1 - insightDays),
    to: to ?? now,
    locations,
    stationId,
  }
  const onePlace = stationId !== undefined || locations?.length === 1
  return (
    <div className={classes.insight}>
      <SuccessPanel scope={scope} filters={filters} onFilters={onFilters} />
      <div className={classes.column}>
        {seesMoney && <TakingsPanel scope={scope} />}
        <UtilisationPanel scope={scope} />
        <UptimePanel scope={scope} />
        {!onePlace && <PlacesPanel scope={scope} seesMoney={seesMoney} />}
      </div>
    </div>
  )
}
