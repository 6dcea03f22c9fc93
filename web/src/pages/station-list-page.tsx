import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../api/session.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useStationList } from '../slices/stations/station-list.ts'
import { StationTable } from '../slices/stations/station-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SearchField } from '../ui/search-field.tsx'
import classes from './station-list-page.module.css'

const route = getRouteApi('/app/charge-points')

/** Every station that the manager may see. */
export function StationListPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const manager = useManager()
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useStationList(q)
  const search = (text: string) =>
    void navigate({ search: { q: text || undefined }, replace: true, resetScroll: false })
  const empty = q ? (
    <EmptyState
      drawing="search"
      title={t('stations.emptyFiltered', { search: q })}
      action={
        <Button variant="default" onClick={() => search('')}>
          {t('stations.clearSearch')}
        </Button>
      }
    />
  ) : (
    <EmptyState drawing="plug" title={t('stations.empty')} text={t('stations.emptyText')} />
  )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('stations.title')}
        facts={query.stations && t('stations.found', { count: query.total, n: format.number(query.total) })}
        actions={
          <SearchField
            className={classes.search}
            value={q ?? ''}
            onSearch={search}
            placeholder={t('stations.search')}
          />
        }
      />
      <div className={classes.surface}>
        {query.isError && !query.stations ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <StationTable stations={query.stations} showsOwner={manager?.role !== 'manager'} empty={empty} />
        )}
        {query.stations && query.stations.length > 0 && (
          <LoadMore
            shown={query.stations.length}
            total={query.total}
            hasMore={query.hasNextPage}
            loading={query.isFetchingNextPage}
            onLoad={() => void query.fetchNextPage()}
          />
        )}
      </div>
    </div>
  )
}
