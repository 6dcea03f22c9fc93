import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { GroupDialog, RemoveGroupDialog } from '../../../slices/charging/drivers/groups/group-dialogs.tsx'
import { useTagGroups } from '../../../slices/charging/drivers/groups/groups-query.ts'
import { type GroupDeed, GroupsTable } from '../../../slices/charging/drivers/groups/groups-table.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { IconPlus } from '../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { SearchField } from '../../../ui/tables/search-field.tsx'
import classes from '../../frame/list-page.module.css'
import { OfficeTabs } from './office-tabs.tsx'

const route = getRouteApi('/app/tag-groups')

/** Groups of charging cards, with free charging or a tariff of their own. */
export function TagGroupsPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { q } = route.useSearch()
  const setSearch = route.useNavigate()
  const administers = useManager()?.role === 'administrator'
  const query = useTagGroups(q)
  const [open, setOpen] = useState<GroupDeed | { what: 'add' } | null>(null)
  const close = () => setOpen(null)
  const count = query.data?.length ?? 0
  const add = administers && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ what: 'add' })}>
      {t('drivers.groups.add')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('drivers.groups.title')}
        facts={query.data && t('drivers.groups.found', { count, n: format.number(count) })}
        actions={
          <>
            <SearchField
              className={classes.search}
              value={q ?? ''}
              onSearch={(text) => void setSearch({ search: text ? { q: text } : {}, replace: true })}
              placeholder={t('drivers.groups.search')}
            />
            {add}
          </>
        }
      />
      <OfficeTabs />
      <div className={classes.surface}>
        {query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <GroupsTable
            groups={query.data}
            onOpen={setOpen}
            empty={
              <EmptyState
                drawing="search"
                title={t(q ? 'drivers.groups.noneFound' : 'drivers.groups.none')}
                text={q ? undefined : t('drivers.groups.noneText')}
                action={add || undefined}
              />
            }
          />
        )}
      </div>
      {open?.what === 'add' && <GroupDialog group={null} onClose={close} />}
      {open?.what === 'change' && <GroupDialog group={open.group} onClose={close} />}
      {open?.what === 'remove' && <RemoveGroupDialog group={open.group} onClose={close} />}
    </div>
  )
}
