import type { RoamingLocation } from '@stationmaster/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { LoadMore } from '../../../ui/buttons/load-more.tsx'
import { Badge } from '../../../ui/figures/status.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EmptyState, NoneFits } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import { SearchField } from '../../../ui/tables/search-field.tsx'
import { LocationsDialog } from './publish-dialog.tsx'
import { PublishSwitch } from './publish-switch.tsx'
import classes from './publishing.module.css'
import { type Publish, usePublish, useRoamingLocations } from './publishing-queries.ts'
import { AllBox, PickedBar, RowBox, usePicked } from './selection.tsx'

const targetOf = ({ id }: RoamingLocation) =>
  ({ to: '/roaming/locations/$locationId', params: { locationId: String(id) } }) as const

/** Locations with the switches by which partners are shown them, one by one or several at once. */
export function LocationsPanel() {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const query = useRoamingLocations(search)
  const among = usePicked(query.items)
  const publish = usePublish('locations')
  const [deciding, setDeciding] = useState<boolean | null>(null)
  return (
    <Panel
      title={t('publishing.locations.title')}
      count={query.items && query.total}
      flush
      filters={
        <SearchField value={search} onSearch={setSearch} placeholder={t('publishing.locations.search')} />
      }
    >
      <p className={classes.about}>{t('publishing.locations.about')}</p>
      {publish.isError && <FormError error={publish.error} />}
      {query.isError && !query.items ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LocationsTable
          rows={query.items}
          among={among}
          publish={publish}
          empty={<None isSearched={search !== ''} onClear={() => setSearch('')} />}
        />
      )}
      {query.items && query.items.length > 0 && <LoadMore shown={query.items.length} query={query} />}
      <PickedBar among={among} onPublish={setDeciding} />
      {deciding !== null && (
        <LocationsDialog
          rows={among.picked}
          published={deciding}
          onDone={() => {
            setDeciding(null)
            among.clear()
          }}
          onClose={() => setDeciding(null)}
        />
      )}
    </Panel>
  )
}

function None({ isSearched, onClear }: { isSearched: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  if (!isSearched) return <EmptyState drawing="calm" title={t('publishing.locations.none')} />
  return <NoneFits title={t('publishing.locations.noneFits')} clear={t('common.clear')} onClear={onClear} />
}

interface LocationsTableProps {
  rows: RoamingLocation[] | undefined
  among: ReturnType<typeof usePicked<RoamingLocation>>
  publish: Publish
  empty: ReactNode
}

function LocationsTable({ rows, among, publish, empty }: LocationsTableProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <DataTable
      label={t('publishing.locations.title')}
      columns={useColumns(among, publish)}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={(row) => void navigate(targetOf(row))}
      empty={empty}
      phoneRow={(row) => (
        <ListRow
          top={
            <span className={classes.picking}>
              <RowBox id={row.id} name={row.name} among={among} />
              <LocationName row={row} />
            </span>
          }
          bottom={<PlaceFacts row={row} />}
          right={<PublishSwitch row={row} publish={publish} />}
          rightBottom={<Missing row={row} />}
        />
      )}
    />
  )
}

function useColumns(
  among: ReturnType<typeof usePicked<RoamingLocation>>,
  publish: Publish,
): Column<RoamingLocation>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'pick',
      head: t('publishing.pickAll'),
      headCell: <AllBox among={among} />,
      width: 48,
      cell: ({ id, name }) => <RowBox id={id} name={name} among={among} />,
    },
    {
      key: 'name',
      head: t('publishing.columns.location'),
      grows: true,
      cell: (row) => <TwoLines top={<LocationName row={row} />} bottom={row.city} />,
    },
    {
      key: 'evses',
      head: t('publishing.columns.evses'),
      align: 'right',
      cell: ({ evses }) => format.number(evses),
    },
    { key: 'missing', head: t('publishing.columns.missing'), cell: (row) => <Missing row={row} /> },
    {
      key: 'published',
      head: t('publishing.columns.shown'),
      align: 'right',
      cell: (row) => <PublishSwitch row={row} publish={publish} />,
    },
  ]
}

const LocationName = ({ row }: { row: RoamingLocation }) => (
  <Link {...targetOf(row)} className={classes.name}>
    {row.name}
  </Link>
)

function PlaceFacts({ row: { city, evses } }: { row: RoamingLocation }) {
  const { t } = useTranslation()
  const format = useFormat()
  return [city, t('publishing.evses', { count: evses, n: format.number(evses) })].filter(Boolean).join(' · ')
}

/** Why partners do not see a location although it is published. */
function Missing({ row: { missing } }: { row: RoamingLocation }) {
  const { t } = useTranslation()
  if (missing.length === 0) return null
  return <Badge tone="yellow">{missing.map((one) => t(`publishing.missing.${one}`)).join(', ')}</Badge>
}
