import type { Person, Role } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Ago } from '../../../ui/dates/duration.tsx'
import { Dash } from '../../../ui/figures/quantity.tsx'
import { Avatar, nameOf } from '../../../ui/pictures/avatar.tsx'
import { IconChevronRight } from '../../../ui/pictures/icons.ts'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import classes from './people-table.module.css'
import { PersonState } from './person/person-state.tsx'

interface PeopleTableProps {
  people: Person[] | undefined
  onOpen: (person: Person) => void
  empty: ReactNode
}

/** Roles whose people see an owner's locations, or the whole network without one. */
export const hasOwner = (role: Role) => role === 'operator' || role === 'accounter'

/** The staff, with what tells who may do what. */
export function PeopleTable({ people, onOpen, empty }: PeopleTableProps) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('managers.title')}
      columns={useColumns(onOpen)}
      rows={people}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      skeletonRows={8}
      empty={empty}
      phoneRow={(person) => (
        <button type="button" className={classes.phone} onClick={() => onOpen(person)}>
          <ListRow
            top={nameOf(person)}
            bottom={person.email}
            right={t(`enums.role.${person.role}`)}
            rightBottom={<PersonState person={person} />}
          />
        </button>
      )}
    />
  )
}

function useColumns(onOpen: (person: Person) => void): Column<Person>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'person',
      grows: true,
      head: t('managers.columns.person'),
      cell: (person) => (
        <span className={classes.person}>
          <Avatar person={person} />
          <TwoLines
            top={
              <button type="button" className={classes.name} onClick={() => onOpen(person)}>
                {nameOf(person)}
              </button>
            }
            bottom={person.email}
          />
        </span>
      ),
    },
    {
      key: 'role',
      head: t('managers.columns.role'),
      cell: ({ role }) => t(`enums.role.${role}`),
    },
    {
      key: 'owner',
      head: t('managers.columns.owner'),
      hideBelow: 'md',
      cell: (person) => <Owner person={person} />,
    },
    {
      key: 'locations',
      head: t('managers.columns.locations'),
      align: 'right',
      hideBelow: 'md',
      cell: ({ number_of_locations: count }) =>
        count === 0 ? <Dash label={t('common.noValue')} /> : format.number(count),
    },
    { key: 'state', head: t('managers.columns.state'), cell: (person) => <PersonState person={person} /> },
    {
      key: 'seen',
      head: t('managers.columns.lastSeen'),
      align: 'right',
      cell: ({ last_seen_at }) => <Ago at={last_seen_at} />,
    },
    {
      key: 'open',
      head: t('common.details'),
      silent: true,
      width: 32,
      align: 'right',
      cell: () => <IconChevronRight size={18} stroke={1.75} className={classes.chevron} aria-hidden="true" />,
    },
  ]
}

function Owner({ person }: { person: Person }) {
  const { t } = useTranslation()
  if (!hasOwner(person.role)) return <Dash label={t('common.noValue')} />
  if (person.owner_id === null) return t('managers.wholeNetwork')
  return ownerNameOf(person)
}

/** The name of the owner that a person works for, else the e-mail. */
export const ownerNameOf = (person: Person): string =>
  nameOf({
    first_name: person.owner_first_name ?? '',
    last_name: person.owner_last_name ?? '',
    email: person.owner_email ?? '',
  })
