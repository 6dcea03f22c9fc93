import { Button, Select } from '@mantine/core'
import type { CsvFormat } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import {
  keepSubscribers,
  type SubscriberFilters,
  shownStates,
  sorts,
  subscriberSummaryQuery,
  useSubscribers,
} from '../../../slices/partners/plan/subscribers/subscriber-queries.ts'
import { SubscribersTable } from '../../../slices/partners/plan/subscribers/subscribers-table.tsx'
import { CsvMenu } from '../../../ui/download/csv-menu.tsx'
import { KeyFigure, KeyFigures } from '../../../ui/figures/key-figure.tsx'
import { Money } from '../../../ui/figures/quantity.tsx'
import { EmptyState, NoneFits } from '../../../ui/states/empty-state.tsx'
import { ListPage } from '../../frame/list-page.tsx'

const route = getRouteApi('/app/subscribers')

/** Who pays for the product, and what it brings in a month; for administrators. */
export function SubscribersPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const filters = route.useSearch()
  const setSearch = route.useNavigate()
  const navigate = useNavigate()
  const query = useSubscribers(filters)
  const keep = useChange({ mutationFn: (format: CsvFormat) => keepSubscribers(filters, format) })
  const set = (change: SubscriberFilters) =>
    void setSearch({ search: { ...filters, ...change }, replace: true, resetScroll: false })
  return (
    <ListPage
      title={t('plan.subscribers.title')}
      found={
        query.items && t('plan.subscribers.found', { count: query.total, n: format.number(query.total) })
      }
      search={{
        text: filters.q,
        onSearch: (text) => set({ q: text || undefined }),
        placeholder: t('plan.subscribers.search'),
      }}
      actions={
        <>
          <Select
            aria-label={t('plan.subscribers.columns.state')}
            placeholder={t('plan.subscribers.allStates')}
            data={shownStates.map((value) => ({ value, label: t(`plan.subscribers.state.${value}`) }))}
            value={filters.state ?? null}
            onChange={(value) => set({ state: shownStates.find((one) => one === value) })}
            clearable
            clearButtonProps={{ 'aria-label': t('common.clear') }}
          />
          <Select
            aria-label={t('plan.subscribers.sort.label')}
            data={sorts.map((value) => ({
              value,
              label: t(`plan.subscribers.sort.${value.replace(':', '_') as SortKey}`),
            }))}
            value={filters.sort ?? sorts[0]}
            onChange={(value) => set({ sort: sorts.find((one) => one === value) })}
            allowDeselect={false}
          />
          <CsvMenu label={t('plan.subscribers.export')} loading={keep.isPending} onChoose={keep.mutate} />
        </>
      }
      above={<Figures />}
      list={query}
    >
      <SubscribersTable
        subscribers={query.items}
        onOpen={({ id }) =>
          void navigate({ to: '/subscribers/$managerId', params: { managerId: String(id) } })
        }
        empty={<Empty filters={filters} onReset={() => set({ q: undefined, state: undefined })} />}
      />
    </ListPage>
  )
}

interface EmptyProps {
  filters: SubscriberFilters
  onReset: () => void
}

/** Nobody fits the filters, or nobody has subscribed yet. */
function Empty({ filters, onReset }: EmptyProps) {
  const { t } = useTranslation()
  if (filters.q || filters.state)
    return <NoneFits title={t('plan.subscribers.noneFound')} clear={t('common.reset')} onClear={onReset} />
  return (
    <EmptyState
      drawing="search"
      title={t('plan.subscribers.none')}
      text={t('plan.subscribers.noneText')}
      action={
        <Button component={Link} to="/managers" variant="default">
          {t('plan.subscribers.toStaff')}
        </Button>
      }
    />
  )
}

type SortKey = 'next_asc' | 'next_desc' | 'name_asc' | 'stations_desc'

function Figures() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: sums } = useQuery(subscriberSummaryQuery)
  return (
    <KeyFigures label={t('plan.subscribers.figures')}>
      <KeyFigure
        label={t('plan.subscribers.revenue')}
        value={<Money minor={sums?.monthly_revenue ?? 0} unit />}
        note={sums && t('plan.subscribers.byYear', { amount: format.money(sums.monthly_revenue_annually) })}
        loading={!sums}
      />
      <KeyFigure
        label={t('plan.subscribers.pro')}
        value={format.number(sums?.subscribers ?? 0)}
        note={
          sums && t('plan.subscribers.stations', { count: sums.stations, n: format.number(sums.stations) })
        }
        loading={!sums}
      />
      <KeyFigure
        label={t('plan.subscribers.failed')}
        value={format.number(sums?.failed ?? 0)}
        note={t('plan.subscribers.failedNote')}
        loading={!sums}
      />
    </KeyFigures>
  )
}
