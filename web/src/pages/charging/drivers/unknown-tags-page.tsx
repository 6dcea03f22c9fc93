import type { UnknownTag } from '@stationmaster/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { RegisterDialog } from '../../../slices/charging/drivers/unknown/register-dialog.tsx'
import { UnknownTagsTable, useUnknownTags } from '../../../slices/charging/drivers/unknown/unknown-tags.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ListPage } from '../../frame/list-page.tsx'
import { OfficeTabs } from './office-tabs.tsx'

const route = getRouteApi('/app/unknown-tags')

/** Cards that were shown at stations and that nobody has registered. */
export function UnknownTagsPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { q } = route.useSearch()
  const setSearch = route.useNavigate()
  const query = useUnknownTags(q)
  const [registering, setRegistering] = useState<UnknownTag | null>(null)
  return (
    <>
      <ListPage
        title={t('drivers.unknown.title')}
        found={
          query.items && t('drivers.unknown.found', { count: query.total, n: format.number(query.total) })
        }
        search={{
          text: q,
          onSearch: (text) => void setSearch({ search: text ? { q: text } : {}, replace: true }),
          placeholder: t('drivers.unknown.search'),
        }}
        above={<OfficeTabs />}
        list={query}
      >
        <UnknownTagsTable
          tags={query.items}
          onRegister={setRegistering}
          empty={
            <EmptyState
              drawing="calm"
              title={t(q ? 'drivers.unknown.noneFound' : 'drivers.unknown.none')}
              text={q ? undefined : t('drivers.unknown.noneText')}
            />
          }
        />
      </ListPage>
      {registering && <RegisterDialog tag={registering} onClose={() => setRegistering(null)} />}
    </>
  )
}
