import { Button, Skeleton } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../api/session.ts'
import { useFormat } from '../i18n/use-format.ts'
import { LocationSelect } from '../slices/locations/location-select.tsx'
import { FilterBar } from '../slices/stations/filter-bar.tsx'
import type { StationFilters } from '../slices/stations/filters.ts'
import { STATIONS_PAGE, useStationPages } from '../slices/stations/station-pages.ts'
import { StationTable } from '../slices/stations/station-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { AddLocationLink } from './locations/add-location-link.tsx'
import classes from './station-list-page.module.css'

const route = getRouteApi('/app/charge-points')

/** Every station that the manager may see. */
export function StationListPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const manager = useManager()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const list = useStationPages(filters)
  const change = (changed: Partial<StationFilters>) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), replace: true, resetScroll: false })
  const search = (text: string) => change({ q: text || undefined })
  const { total } = list
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('stations.title')}
        facts={total === undefined ? ' ' : t('stations.found', { count: total, n: format.number(total) })}
        actions={
          <>
            <SearchField
              className={classes.search}
              value={filters.q ?? ''}
              onSearch={search}
              placeholder={t('stations.search')}
              button
            />
            {manager?.role === 'manager' && <AddLocationLink />}
          </>
        }
      />
      <div className={classes.surface}>
        <FilterBar
          filters={filters}
          onChange={change}
          location={
            <LocationSelect
              className={classes.location!}
              chosen={filters.location}
              onChange={(location) => change({ location })}
            />
          }
        />
        {list.error && total === undefined ? (
          <ErrorState error={list.error} onRetry={list.retry} />
        ) : total === 0 ? (
          <Empty filters={filters} onClear={() => void navigate({ search: {}, replace: true })} />
        ) : (
          <Rows key={JSON.stringify(filters)} list={list} />
        )}
      </div>
    </div>
  )
}

/** The rows that have been asked for, 50 more at a time or all of them; only those in sight are loaded and drawn. */
function Rows({ list }: { list: ReturnType<typeof useStationPages> }) {
  const role = useManager()?.role
  const [asked, setAsked] = useState(STATIONS_PAGE)
  const { total, rowAt, onRange } = list
  const shown = Math.min(asked, total ?? STATIONS_PAGE)
  return (
    <>
      <StationTable
        count={total === undefined ? 12 : shown}
        rowAt={rowAt}
        onRange={onRange}
        showsOwner={role !== 'manager'}
        linksLocations={role === 'administrator'}
      />
      {total === undefined ? (
        <Skeleton height={48} />
      ) : (
        <LoadMore
          shown={shown}
          total={total}
          hasMore={shown < total}
          loading={false}
          onLoad={() => setAsked(shown + STATIONS_PAGE)}
          onAll={() => setAsked(Number.POSITIVE_INFINITY)}
        />
      )}
    </>
  )
}

function Empty({ filters, onClear }: { filters: StationFilters; onClear: () => void }) {
  const { t } = useTranslation()
  const { q, ...others } = filters
  const filtered = q !== undefined || Object.values(others).some((value) => value !== undefined)
  if (!filtered) {
    return <EmptyState drawing="plug" title={t('stations.empty')} text={t('stations.emptyText')} />
  }
  return (
    <EmptyState
      drawing="search"
      title={q ? t('stations.emptyFiltered', { search: q }) : t('stations.emptyFilters')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('stations.clearFilters')}
        </Button>
      }
    />
  )
}
