import { Button } from '@mantine/core'
import { contract, type RequestedLocation } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { FoundSelect } from '../../../ui/fields/found-select.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { nameOf } from '../../../ui/pictures/avatar.tsx'
import classes from './inbox-item.module.css'
import { useDecision } from './inbox-query.ts'
import { NoteDialog } from './note-dialog.tsx'

interface Place {
  id: number
  name: string
  city: string
}

const shownMost = 50

/** A location that a manager has requested, until one is assigned or the request is declined. */
export function RequestedLocationItem({ item }: { item: RequestedLocation }) {
  const { t } = useTranslation()
  const [place, setPlace] = useState<Place | null>(null)
  const [declining, setDeclining] = useState(false)
  const params = { id: item.manager_id }
  const assign = useDecision(
    (locationId: number) => request(contract.owners.assign, { params, body: { location_id: locationId } }),
    () => undefined,
  )
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>{`${item.name}, ${item.city}`}</p>
        <p className={classes.facts}>
          <span>{nameOf(item)}</span>
          <span>{item.email}</span>
          <When at={item.asked_at} style="day" />
        </p>
        {assign.isError && <FormError error={assign.error} />}
      </div>
      <div className={classes.actions}>
        <FoundSelect
          name="locations to assign"
          aria-label={t('owners.request.choose')}
          placeholder={t('owners.request.search')}
          none={t('owners.request.nobody')}
          chosen={place}
          labelOf={({ name, city }) => (city ? `${name} · ${city}` : name)}
          find={findLocations}
          onChange={setPlace}
        />
        <ChangeButton
          size="xs"
          disabled={!place}
          loading={assign.isPending}
          onClick={() => place && assign.mutate(place.id)}
        >
          {t('owners.request.assign')}
        </ChangeButton>
        <Button component={Link} to="/locations/add" size="xs" variant="default">
          {t('owners.request.add')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setDeclining(true)}>
          {t('owners.request.decline')}
        </Button>
      </div>
      {declining && (
        <NoteDialog
          title={t('owners.request.declineOf', { name: item.name })}
          hint={t('owners.request.declineHint')}
          action={t('owners.request.decline')}
          decide={(note) => request(contract.owners.decline, { params, body: { note } })}
          onClose={() => setDeclining(false)}
        />
      )}
    </li>
  )
}

const findLocations = (search: string | undefined, signal: AbortSignal): Promise<Place[]> =>
  request(contract.locations.list, { query: { limit: shownMost, search } }, signal)
