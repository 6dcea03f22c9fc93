import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { DownloadButton } from '../../slices/imports/download-button.tsx'
import { useLocationList } from '../../slices/locations/location-query.ts'
import { LocationTable } from '../../slices/locations/location-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import classes from './location-list-page.module.css'

const route = getRouteApi('/app/locations')

/** Every location of the network (spec document 2, section 2). */
export function LocationListPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useLocationList(q)
  const search = (text: string) =>
    void navigate({ search: { q: text || undefined }, replace: true, resetScroll: false })
  const empty = q ? (
    <EmptyState
      drawing="search"
      title={t('locations.emptyFiltered', { search: q })}
      action={
        <Button variant="default" onClick={() => search('')}>
          {t('locations.clearSearch')}
        </Button>
      }
    />
  ) : (
    <EmptyState drawing="plug" title={t('locations.empty')} text={t('locations.emptyText')} />
  )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('locations.title')}
        facts={query.locations && t('locations.found', { count: query.total, n: format.number(query.total) })}
        actions={
          <>
            <SearchField
              className={classes.search}
              value={q ?? ''}
              onSearch={search}
              placeholder={t('locations.search')}
            />
            <Button variant="default" component={Link} to="/locations/tariffs">
              {t('locations.changeTariffs')}
            </Button>
            <Button variant="default" component={Link} to="/locations/import">
              {t('imports.import')}
            </Button>
            <DownloadButton file="export" />
          </>
        }
      />
      <div className={classes.surface}>
        {query.isError && !query.locations ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LocationTable locations={query.locations} empty={empty} />
        )}
        {query.locations && query.locations.length > 0 && (
          <LoadMore
            shown={query.locations.length}
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
