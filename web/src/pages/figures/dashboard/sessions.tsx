import { useEffect, useRef } from 'react'
import { queryClient } from '../../../api/calls/query-client.ts'
import { addDays, today } from '../../../api/days.ts'
import { ChargingHistory } from '../../../slices/charging/orders/charging-history.tsx'
import { ChargingNow } from '../../../slices/charging/orders/charging-now.tsx'
import { useOpenOrders } from '../../../slices/charging/orders/order-list.ts'
import { Later } from '../../../ui/states/later.tsx'
import type { DashboardFilters } from './filters.ts'
import { InsightOnSight } from './insight-on-sight.tsx'
import { RefundMany } from './refund-many.tsx'
import type { seenBy } from './seen-by.ts'

/** The history covers the last month unless other days are chosen (domain.md#screens). */
const historyDays = 30

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
  partner: undefined,
}

interface SessionsProps {
  filters: DashboardFilters
  onFilters: (filters: DashboardFilters) => void
  seen: ReturnType<typeof seenBy>
  /** The person is an administrator. */
  administers: boolean
}

/** The charging sessions: those under way, how they succeed, and those of the last days. */
export function Sessions({ filters, onFilters, seen, administers }: SessionsProps) {
  const now = today()
  const { failed, station, connector, model, firmware, hourOfWeek, partner } = filters
  const narrowed = { failed, station, connector, model, firmware, hourOfWeek, partner }
  const history = {
    from: filters.from ?? addDays(now, -historyDays),
    to: filters.to ?? now,
    locations: filters.locations,
    statuses: filters.status,
    search: filters.q,
    narrowed,
  }
  return (
    <Later>
      <ChargingNow locations={filters.locations} canOpen={seen.orderDetails} />
      <InsightOnSight filters={filters} onFilters={onFilters} seesMoney={seen.statistics} />
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
        onDays={(from, to) => onFilters({ from, to })}
        onSearch={(q) => onFilters({ q })}
        onStatuses={(status) => onFilters({ status })}
        onNarrow={onFilters}
        onReset={() => onFilters(unfiltered)}
        canOpen={seen.orderDetails}
        showsIdle={administers}
        chooses={administers}
        renderActs={(chosen, onDone) => <RefundMany chosen={chosen} onDone={onDone} filter={history} />}
      />
    </Later>
  )
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
