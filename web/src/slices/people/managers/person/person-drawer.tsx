import { Drawer, Skeleton } from '@mantine/core'
import type { Person } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../../ui/dates/duration.tsx'
import { When } from '../../../../ui/dates/when.tsx'
import { Fact, Facts } from '../../../../ui/frame/facts.tsx'
import { Avatar, nameOf } from '../../../../ui/pictures/avatar.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { AssignedLocations } from '../assigned-locations.tsx'
import { personQuery } from '../people-query.ts'
import { PersonAccess } from './person-access.tsx'
import classes from './person-drawer.module.css'
import { PersonForm } from './person-form.tsx'
import { PersonSecondFactor } from './person-second-factor.tsx'
import { PersonState } from './person-state.tsx'

interface PersonDrawerProps {
  /** whose; undefined: closed */
  id: number | undefined
  onClose: () => void
  /** what the page knows of somebody who may own locations */
  ownerPart?: ((person: Person) => ReactNode) | undefined
}

/** One of the staff beside the list: who they are, what they may do, what they may see. */
export function PersonDrawer({ id, onClose, ownerPart }: PersonDrawerProps) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size={460}
      title={t('managers.person')}
      styles={{ title: { fontSize: 16, fontWeight: 600 } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {id !== undefined && <Loaded id={id} ownerPart={ownerPart} />}
    </Drawer>
  )
}

function Loaded({ id, ownerPart }: { id: number } & Pick<PersonDrawerProps, 'ownerPart'>) {
  const query = useQuery(personQuery(id))
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Bones />
  return <Details person={query.data} ownerPart={ownerPart} />
}

function Details({ person, ownerPart }: { person: Person } & Pick<PersonDrawerProps, 'ownerPart'>) {
  const { t } = useTranslation()
  return (
    <div className={classes.body}>
      <div className={classes.head}>
        <Avatar person={person} size={56} />
        <div className={classes.words}>
          <p className={classes.name}>{nameOf(person)}</p>
          <p className={classes.email}>{person.email}</p>
        </div>
        <PersonState person={person} />
      </div>
      <Facts>
        <Fact name={t('managers.columns.lastSeen')}>
          <Ago at={person.last_seen_at} />
        </Fact>
        <Fact name={t('managers.added')}>
          <When at={person.created_at} style="day" />
        </Fact>
        <Fact name={t('managers.emailState')}>
          <EmailOf person={person} />
        </Fact>
        <Fact name={t('factor.title')}>{person.second_factor ? t('factor.isOn') : t('factor.isOff')}</Fact>
        <Fact name={t('managers.columns.locations')}>{person.number_of_locations}</Fact>
      </Facts>
      {person.role === 'manager' && ownerPart?.(person)}
      <PersonForm key={person.id} person={person} />
      {person.role === 'manager' && <AssignedLocations personId={person.id} />}
      <PersonSecondFactor person={person} />
      <PersonAccess person={person} />
    </div>
  )
}

function EmailOf({ person: { new_email, email_verified } }: { person: Person }) {
  const { t } = useTranslation()
  if (new_email) return t('managers.newUnconfirmed', { email: new_email })
  return email_verified ? t('managers.confirmed') : t('managers.unconfirmed')
}

const Bones = () => (
  <div className={classes.body} aria-busy="true">
    <Skeleton height={56} />
    <Skeleton height={96} />
    <Skeleton height={220} />
  </div>
)
