import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { PersonAdmission } from '../../slices/partners/owners/person-admission.tsx'
import type { PeopleFilters } from '../../slices/people/managers/filters.ts'
import { InviteDialog } from '../../slices/people/managers/invite-dialog.tsx'
import { usePeople } from '../../slices/people/managers/people-query.ts'
import { PeopleTable } from '../../slices/people/managers/people-table.tsx'
import { PersonDrawer } from '../../slices/people/managers/person/person-drawer.tsx'
import { RoleFilter } from '../../slices/people/managers/role-filter.tsx'
import { LoadMore } from '../../ui/buttons/load-more.tsx'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { nameOf } from '../../ui/pictures/avatar.tsx'
import { IconUserPlus } from '../../ui/pictures/icons.ts'
import { NoneFits } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { SearchField } from '../../ui/tables/search-field.tsx'
import classes from './managers-page.module.css'

const route = getRouteApi('/app/managers')

/** The staff of the network, for administrators. */
export function ManagersPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const [inviting, setInviting] = useState(false)
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const query = usePeople(filters.q, filters.roles)
  const set = (change: PeopleFilters) =>
    void navigate({ search: { ...filters, ...change }, replace: true, resetScroll: false })
  const open = (person: number | undefined) =>
    void navigate({ search: { ...filters, person }, resetScroll: false })
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('managers.title')}
        facts={query.people && t('managers.found', { count: query.total, n: format.number(query.total) })}
        actions={
          <>
            <SearchField
              className={classes.search}
              value={filters.q ?? ''}
              onSearch={(text) => set({ q: text || undefined })}
              placeholder={t('managers.search')}
            />
            <div className={classes.roles}>
              <RoleFilter chosen={filters.roles} onChange={(roles) => set({ roles })} />
            </div>
            <Button leftSection={<IconUserPlus size={16} stroke={1.75} />} onClick={() => setInviting(true)}>
              {t('managers.invite.action')}
            </Button>
          </>
        }
      />
      <People query={query} onOpen={open} onClear={() => set({ q: undefined, roles: undefined })} />
      <PersonDrawer
        id={filters.person}
        onClose={() => open(undefined)}
        ownerPart={(person) => <PersonAdmission ownerId={person.id} name={nameOf(person)} />}
      />
      {inviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={({ id }) => {
            setInviting(false)
            open(id)
          }}
        />
      )}
    </div>
  )
}

interface PeopleProps {
  query: ReturnType<typeof usePeople>
  onOpen: (id: number) => void
  /** Removes the filters. */
  onClear: () => void
}

/** The people who fit the filters. */
function People({ query, onOpen, onClear }: PeopleProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.surface}>
      {query.isError && !query.people ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <PeopleTable
          people={query.people}
          onOpen={({ id }) => onOpen(id)}
          empty={
            <NoneFits title={t('managers.empty')} clear={t('managers.clearFilters')} onClear={onClear} />
          }
        />
      )}
      {query.people && query.people.length > 0 && <LoadMore shown={query.people.length} query={query} />}
    </div>
  )
}
