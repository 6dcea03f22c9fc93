import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { Location } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { FilesMenu } from '../../../slices/operations/imports/files-menu.tsx'
import type { LocationFilters } from '../../../slices/places/locations/list/filters.ts'
import { LocationTable } from '../../../slices/places/locations/list/location-table.tsx'
import { useLocationList } from '../../../slices/places/locations/location-query.ts'
import { OwnerPicker } from '../../../slices/places/locations/owner-picker.tsx'
import { ownerLabel } from '../../../slices/places/locations/owners.ts'
import { IconRefresh } from '../../../ui/pictures/icons.ts'
import { EmptyState, NoneFits } from '../../../ui/states/empty-state.tsx'
import { ListPage } from '../../frame/list-page.tsx'
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
  return (
    <ListPage
      title={t('locations.title')}
      found={query.locations && t('locations.found', { count: query.total, n: format.number(query.total) })}
      search={{ text: q, onSearch: search, placeholder: t('locations.search') }}
      actions={
        <>
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
          <FilesMenu />
          {!isEmpty && <AddLocationLink />}
        </>
      }
      list={{ ...query, items: query.locations }}
    >
      <LocationTable
        locations={query.locations}
        empty={<Empty q={q} owner={owner} onClear={() => filter({})} />}
      />
    </ListPage>
  )
}

interface EmptyProps extends LocationFilters {
  onClear: () => void
}

/** No location fits the filters, or there is none yet. */
function Empty({ q, owner, onClear }: EmptyProps) {
  const { t } = useTranslation()
  return q || owner ? (
    <NoneFits
      title={q && !owner ? t('locations.emptyFiltered', { search: q }) : t('locations.emptyOwner')}
      clear={t('locations.clearFilters')}
      onClear={onClear}
    />
  ) : (
    <EmptyState
      drawing="plug"
      title={t('locations.empty')}
      text={t('locations.emptyText')}
      action={<AddLocationLink />}
    />
  )
}

/** The owner's name, read from any of their locations. */
function nameOf(locations: Location[] | undefined, owner: number): string | undefined {
  const owned = locations?.find(({ owner_id }) => owner_id === owner)
  return owned && ownerLabel(owned)
}
