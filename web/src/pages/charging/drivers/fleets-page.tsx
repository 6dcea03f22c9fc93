import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { FleetDialog } from '../../../slices/charging/drivers/fleets/fleet-dialog.tsx'
import { useFleets } from '../../../slices/charging/drivers/fleets/fleet-queries.ts'
import { FleetsTable } from '../../../slices/charging/drivers/fleets/fleets-table.tsx'
import { IconPlus } from '../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ListPage } from '../../frame/list-page.tsx'
import { OfficeTabs } from './office-tabs.tsx'

const route = getRouteApi('/app/fleets')

/** Companies that pay for their drivers by invoice. */
export function FleetsPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { q } = route.useSearch()
  const setSearch = route.useNavigate()
  const navigate = useNavigate()
  const administers = useManager()?.role === 'administrator'
  const query = useFleets(q)
  const [adding, setAdding] = useState(false)
  const goTo = ({ id }: { id: number }) =>
    void navigate({ to: '/fleets/$fleetId', params: { fleetId: String(id) } })
  const add = administers && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t('drivers.fleets.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('drivers.fleets.title')}
        found={
          query.items && t('drivers.fleets.found', { count: query.total, n: format.number(query.total) })
        }
        search={{
          text: q,
          onSearch: (text) => void setSearch({ search: text ? { q: text } : {}, replace: true }),
          placeholder: t('drivers.fleets.search'),
        }}
        actions={add}
        above={<OfficeTabs />}
        list={query}
      >
        <FleetsTable
          fleets={query.items}
          onOpen={administers ? goTo : undefined}
          empty={
            <EmptyState
              drawing="search"
              title={t(q ? 'drivers.fleets.noneFound' : 'drivers.fleets.none')}
              text={q ? undefined : t('drivers.fleets.noneText')}
              action={add || undefined}
            />
          }
        />
      </ListPage>
      {adding && <FleetDialog fleet={null} onClose={() => setAdding(false)} onSaved={goTo} />}
    </>
  )
}
