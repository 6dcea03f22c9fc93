import { Button, Skeleton } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addDays, endOf, startOf, today } from '../../../api/days.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { daysOf, revenueOf, totalOf } from '../../../slices/money/payments/day-groups.ts'
import { DayTable } from '../../../slices/money/payments/day-table.tsx'
import { paymentFilters, usePaymentSums } from '../../../slices/money/payments/payment-list.ts'
import { LocationPicker } from '../../../slices/places/locations/list/location-picker.tsx'
import { DateRange } from '../../../ui/dates/date-range.tsx'
import { DownloadMenu } from '../../../ui/download/download-menu.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Help } from '../../../ui/words/help.tsx'
import { AccountsLinks } from '../../frame/accounts-links.tsx'
import { NextStep } from '../../frame/next-step.tsx'
import type { DayFilters } from './filters.ts'
import classes from './statistics-by-day-page.module.css'

/** The last month unless other days are chosen (domain.md#screens). */
const periodDays = 30

/** How many rows before the end the next batch is loaded. */
const prefetchRows = 10

const route = getRouteApi('/app/statistics-by-day')

/** Payments by settlement day and location, for accountants and administrators. */
export function StatisticsByDayPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const from = filters.from ?? addDays(today(), -periodDays)
  const to = filters.to ?? today()
  const query = usePaymentSums({ from, to, locations: filters.locations, type: filters.type })
  const days = query.sums && daysOf(query.sums)
  const all = days && totalOf(days.flatMap(({ locations }) => locations))
  const change = (next: DayFilters) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })
  const filtered = Boolean(filters.from || filters.locations || filters.type)
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('payments.title')}
        facts={
          all &&
          !query.hasNextPage &&
          `${format.money(revenueOf(all))} · ${t('payments.facts.sessions', { count: all.count, n: format.number(all.count) })}`
        }
        actions={
          <>
            <AccountsLinks />
            <LocationPicker chosen={filters.locations} onChange={(locations) => change({ locations })} />
          </>
        }
      />
      <Panel
        title={t('payments.byDay')}
        flush
        actions={
          <>
            <Help term="revenue" />
            <DownloadMenu report={fileOf(from, to, filters)} />
          </>
        }
        filters={
          <>
            <DateRange from={from} to={to} onChange={(first, last) => change({ from: first, to: last })} />
            <TypeFilter type={filters.type} onChange={(type) => change({ type })} />
          </>
        }
      >
        <Days
          query={query}
          days={days}
          type={filters.type}
          filtered={filtered}
          onReset={() => change({ from: undefined, to: undefined, locations: undefined, type: undefined })}
        />
      </Panel>
    </div>
  )
}

/** The payments of the days as a file. */
const fileOf = (from: string, to: string, { type, locations }: DayFilters) => ({
  what: 'payments' as const,
  from: startOf(from),
  to: endOf(to),
  payment_method_type: type,
  locationIds: locations?.join(','),
})

interface TypeFilterProps {
  type: DayFilters['type']
  onChange: (type: DayFilters['type']) => void
}

/** Cards, SBP or all of it. */
function TypeFilter({ type, onChange }: TypeFilterProps) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      aria-label={t('payments.type.label')}
      value={type ?? 'all'}
      onChange={(value) => onChange(value === 'all' ? undefined : value)}
      data={(['all', ...paymentFilters] as const).map((value) => ({
        value,
        label: t(`payments.type.${value}`),
      }))}
    />
  )
}

interface DaysProps {
  query: ReturnType<typeof usePaymentSums>
  days: ReturnType<typeof daysOf> | undefined
  type: DayFilters['type']
  filtered: boolean
  onReset: () => void
}

/** The days with their payments; further days are loaded when the last of them are near. */
function Days({ query, days, type, filtered, onReset }: DaysProps) {
  const { t } = useTranslation()
  if (query.isError && !days) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!days) return <Waiting />
  if (days.length === 0) {
    return (
      <EmptyState
        drawing="search"
        title={filtered ? t('payments.emptyFiltered') : t('payments.empty')}
        text={filtered ? undefined : t('payments.emptyText')}
        action={
          filtered ? (
            <Button variant="default" size="xs" onClick={onReset}>
              {t('common.reset')}
            </Button>
          ) : (
            <NextStep />
          )
        }
      />
    )
  }
  const loadMore = (last: number, count: number) => {
    if (query.hasNextPage && !query.isFetchingNextPage && last >= count - prefetchRows)
      void query.fetchNextPage()
  }
  return (
    <div className={classes.days} data-stale={query.isPlaceholderData || undefined}>
      <DayTable days={days} isWhole={!query.hasNextPage} type={type} canOpen onRange={loadMore} />
      <p className={classes.foot}>{t('payments.note')}</p>
    </div>
  )
}

function Waiting() {
  return (
    <div className={classes.waiting} aria-busy="true">
      {['one', 'two', 'three', 'four', 'five', 'six'].map((bone) => (
        <Skeleton key={bone} height={12} width={bone === 'one' ? '25%' : '60%'} />
      ))}
    </div>
  )
}
