import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { Location } from '@stationmaster/contract'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { DownloadButton } from '../../slices/imports/download-button.tsx'
import type { LocationFilters } from '../../slices/locations/filters.ts'
import { useLocationList } from '../../slices/locations/location-query.ts'
import { LocationTable } from '../../slices/locations/location-table.tsx'
import { OwnerPicker } from '../../slices/locations/owner-picker.tsx'
import { ownerLabel } from '../../slices/locations/owners.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import classes from '../list-page.module.css'
import { AddLocationLink } from './add-location-link.tsx'

const route = getRouteApi('/app/locations')

/** Every location of the network (domain.md#locations). */
export function LocationListPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { q, owner } = route.useSearch()
  const [ownerName, setOwnerName] = useState('')
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const query = useLocationList({ q, owner })
  const filter = (filters: LocationFilters) =>
    void navigate({ search: filters, replace: true, resetScroll: false })
  const search = (text: string) => filter({ owner, q: text || undefined })
  const chosen =
    owner === undefined ? null : { id: owner, label: nameOf(query.locations, owner) ?? ownerName }
  const isEmpty = query.locations?.length === 0 && !q && !owner
  const empty =
    q || owner ? (
      <EmptyState
        drawing="search"
        title={q && !owner ? t('locations.emptyFiltered', { search: q }) : t('locations.emptyOwner')}
        action={
          <Button variant="default" onClick={() => filter({})}>
            {t('locations.clearFilters')}
          </Button>
        }
      />
    ) : (
      <EmptyState
        drawing="plug"
        title={t('locations.empty')}
        text={t('locations.emptyText')}
        action={<AddLocationLink />}
      />
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
            <OwnerPicker
              quiet
              label={t('locations.owner.filter')}
              owner={chosen}
              onChange={(next) => {
                setOwnerName(next?.label ?? '')
                filter({ q, owner: next?.id })
              }}
            />
            <Tooltip label={t('locations.reload')}>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('locations.reload')}
                loading={query.isRefetching}
                onClick={() => void client.invalidateQueries()}
              >
                <IconRefresh size={18} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
            <Button variant="default" component={Link} to="/locations/tariffs">
              {t('locations.changeTariffs')}
            </Button>
            <Button variant="default" component={Link} to="/locations/import">
              {t('imports.import')}
            </Button>
            <DownloadButton file="export" />
            {!isEmpty && <AddLocationLink />}
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

/** The owner's name, as any of their locations tells it. */
function nameOf(locations: Location[] | undefined, owner: number): string | undefined {
  const owned = locations?.find(({ owner_id }) => owner_id === owner)
  return owned && ownerLabel(owned)
}
