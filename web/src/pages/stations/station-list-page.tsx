import { Button, Skeleton } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { FilesMenu } from '../../slices/operations/imports/files-menu.tsx'
import { LocationSelect } from '../../slices/places/locations/list/location-select.tsx'
import { LabelsButton } from '../../slices/public/labels/labels-button.tsx'
import { FilterBar } from '../../slices/stations/stations/choosing/filter-bar.tsx'
import type { StationFilters, StationSearch } from '../../slices/stations/stations/choosing/filters.ts'
import { SelectionProvider, useSelection } from '../../slices/stations/stations/choosing/selection.tsx'
import { SelectionBar } from '../../slices/stations/stations/choosing/selection-bar.tsx'
import { ColumnsChoice } from '../../slices/stations/stations/list/columns-choice.tsx'
import { SortSelect } from '../../slices/stations/stations/list/sort-select.tsx'
import type { ShownStations } from '../../slices/stations/stations/list/station-columns.tsx'
import { StationTable } from '../../slices/stations/stations/list/station-table.tsx'
import { useShownColumns } from '../../slices/stations/stations/list/use-shown-columns.ts'
import { ViewsMenu } from '../../slices/stations/stations/list/views/views-menu.tsx'
import { stationsPage, useStationPages } from '../../slices/stations/stations/menu/station-pages.ts'
import { ListFoot } from '../../ui/buttons/load-more.tsx'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { IconStack2 } from '../../ui/pictures/icons.ts'
import { EmptyState, NoneFits } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { SearchField } from '../../ui/tables/search-field.tsx'
import classes from '../frame/list-page.module.css'
import { NextStep } from '../frame/next-step.tsx'
import { AddLocationLink } from '../places/locations/add-location-link.tsx'

const route = getRouteApi('/app/charge-points')
const BulkDialog = lazy(() =>
  import('../control/bulk/bulk-dialog.tsx').then(({ BulkDialog: default_ }) => ({ default: default_ })),
)

/** Every station that the manager may see. */
export function StationListPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const search = route.useSearch()
  const { sort, columns, ...filters } = search
  const navigate = route.useNavigate()
  const list = useStationPages(filters, sort, columns)
  const open = useCallback(
    (search: StationSearch) => void navigate({ search, replace: true, resetScroll: false }),
    [navigate],
  )
  const change = useCallback(
    (changed: Partial<StationSearch>) =>
      void navigate({ search: (now) => ({ ...now, ...changed }), replace: true, resetScroll: false }),
    [navigate],
  )
  const shown = useShownStations(list.rowAt, { sort, columns, change })
  const { total } = list
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('stations.title')}
        facts={total === undefined ? ' ' : t('stations.found', { count: total, n: format.number(total) })}
        actions={
          <>
            <SearchField
              className={classes.wideSearch}
              value={filters.q ?? ''}
              onSearch={(text) => change({ q: text || undefined })}
              placeholder={t('stations.search')}
              button
            />
            <Actions />
          </>
        }
      />
      <div className={classes.surface}>
        <Filters search={search} shown={shown.columns} onChange={change} onOpen={open} />
        {list.error && total === undefined ? (
          <ErrorState error={list.error} onRetry={list.retry} />
        ) : total === 0 ? (
          <Empty filters={filters} onClear={() => open({ sort, columns })} />
        ) : (
          <SelectionProvider key={JSON.stringify(filters)} total={total ?? 0} filters={filters}>
            <Rows list={list} shown={shown} />
          </SelectionProvider>
        )}
      </div>
    </div>
  )
}

function Actions() {
  const { t } = useTranslation()
  const role = useManager()?.role
  return (
    <>
      {role === 'manager' && <AddLocationLink />}
      {role === 'administrator' && <FilesMenu />}
      {role === 'administrator' && (
        <Button
          variant="default"
          leftSection={<IconStack2 size={16} stroke={1.75} />}
          renderRoot={(props) => <Link to="/bulk-commands" {...props} />}
        >
          {t('bulk.title')}
        </Button>
      )}
    </>
  )
}

interface FiltersProps {
  search: StationSearch
  shown: ShownStations['columns']
  onChange: (changed: Partial<StationSearch>) => void
  onOpen: (search: StationSearch) => void
}

/** Which stations are listed, in which order and with which columns. */
function Filters({ search, shown, onChange, onOpen }: FiltersProps) {
  const { sort, columns, ...filters } = search
  return (
    <FilterBar
      filters={filters}
      onChange={onChange}
      location={
        <LocationSelect
          className={classes.location!}
          chosen={filters.location}
          onChange={(location) => onChange({ location })}
        />
      }
    >
      <SortSelect order={sort} onChange={(order) => onChange({ sort: order })} />
      <ViewsMenu search={search} onOpen={onOpen} />
      <ColumnsChoice shown={shown} chosen={columns} onChange={(chosen) => onChange({ columns: chosen })} />
    </FilterBar>
  )
}

type List = ReturnType<typeof useStationPages>

interface StationListQuery extends Pick<StationSearch, 'sort' | 'columns'> {
  change: (changed: Pick<StationSearch, 'sort'>) => void
}

function useShownStations(
  rowAt: List['rowAt'],
  { sort, columns: chosen, change }: StationListQuery,
): ShownStations {
  const administers = useManager()?.role === 'administrator'
  const columns = useShownColumns(chosen, rowAt)
  return useMemo(
    () => ({
      columns,
      usual: chosen === undefined,
      linksLocations: administers,
      selects: administers,
      sort: { order: sort, onChange: (order) => change({ sort: order }) },
    }),
    [columns, chosen, administers, sort, change],
  )
}

/** The requested rows, 50 more at a time or all of them; only those in sight are loaded and drawn. */
function Rows({ list, shown: how }: { list: List; shown: ShownStations }) {
  const [requestedRows, setRequestedRows] = useState(stationsPage)
  const [sending, setSending] = useState(false)
  const { body } = useSelection()
  const { total, rowAt, onRange } = list
  const shown = Math.min(requestedRows, total ?? stationsPage)
  return (
    <>
      <StationTable count={total === undefined ? 12 : shown} rowAt={rowAt} onRange={onRange} shown={how} />
      {total === undefined ? (
        <Skeleton height={48} />
      ) : (
        <ListFoot
          shown={shown}
          total={total}
          hasMore={shown < total}
          onLoad={() => setRequestedRows(shown + stationsPage)}
          onAll={() => setRequestedRows(Number.POSITIVE_INFINITY)}
        />
      )}
      <SelectionBar onSend={() => setSending(true)} more={<LabelsButton selection={body} />} />
      {sending && (
        <Suspense>
          <BulkDialog selection={body} onClose={() => setSending(false)} />
        </Suspense>
      )}
    </>
  )
}

function Empty({ filters, onClear }: { filters: StationFilters; onClear: () => void }) {
  const { t } = useTranslation()
  const { q, ...others } = filters
  const filtered = q !== undefined || Object.values(others).some((value) => value !== undefined)
  if (!filtered) {
    return (
      <EmptyState
        drawing="plug"
        title={t('stations.empty')}
        text={t('stations.emptyText')}
        action={<NextStep />}
      />
    )
  }
  return (
    <NoneFits
      title={q ? t('stations.emptyFiltered', { search: q }) : t('stations.emptyFilters')}
      clear={t('stations.clearFilters')}
      onClear={onClear}
    />
  )
}
