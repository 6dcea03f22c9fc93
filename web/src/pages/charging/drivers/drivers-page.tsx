import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useDrivers, useReloadDrivers } from '../../../slices/charging/drivers/driver-queries.ts'
import { DriversTable } from '../../../slices/charging/drivers/drivers-table.tsx'
import { CardsMenu } from '../../../slices/operations/imports/cards-menu.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ListPage } from '../../frame/list-page.tsx'
import { NextStep } from '../../frame/next-step.tsx'
import { OfficeTabs } from './office-tabs.tsx'

const route = getRouteApi('/app/drivers')

/** The drivers of the network; operators find drivers who have charged at their locations. */
export function DriversPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { q } = route.useSearch()
  const setSearch = route.useNavigate()
  const navigate = useNavigate()
  const administers = useManager()?.role === 'administrator'
  const query = useDrivers(q)
  const reload = useReloadDrivers()
  const search = (text: string) => void setSearch({ search: text ? { q: text } : {}, replace: true })
  return (
    <ListPage
      title={t('drivers.title')}
      found={query.items && t('drivers.found', { count: query.total, n: format.number(query.total) })}
      search={{
        text: q,
        onSearch: search,
        placeholder: t(administers ? 'drivers.search' : 'drivers.searchExactly'),
      }}
      actions={administers && <CardsMenu onApplied={() => void reload()} />}
      above={<OfficeTabs />}
      list={query}
    >
      <DriversTable
        drivers={query.items}
        onOpen={({ id }) => void navigate({ to: '/drivers/$driverId', params: { driverId: String(id) } })}
        empty={
          <EmptyState
            drawing="search"
            title={t(q ? 'drivers.noneFound' : 'drivers.none')}
            text={q ? undefined : t('drivers.noneText')}
            action={
              q ? (
                <Button variant="default" onClick={() => search('')}>
                  {t('common.reset')}
                </Button>
              ) : (
                <NextStep />
              )
            }
          />
        }
      />
    </ListPage>
  )
}
