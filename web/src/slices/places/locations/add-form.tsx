import { TextInput } from '@mantine/core'
import { contract, type Location, locationBody } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { UnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'
import { Panel } from '../../../ui/frame/panel.tsx'
import { type Address, AddressFields } from './address-fields.tsx'
import classes from './form.module.css'
import { type Owner, OwnerPicker } from './owner-picker.tsx'
import split from './settings/split.module.css'

export interface Point {
  lat: number
  lng: number
}

/** Keeps the point on the map and the address of a form in step. */
export interface AddressMapProps {
  address: Address
  point: Point | null
  onPoint: (point: Point) => void
  onAddress: (address: Partial<Address>) => void
}

interface AddFormProps {
  /** Only administrators choose the owner. */
  choosesOwner: boolean
  onAdded: (location: Location) => void
  renderMap: (props: AddressMapProps) => ReactNode
}

const blank = {
  name: '',
  country: '',
  city: '',
  street: '',
  postal_code: '',
  owner_id: null as number | null,
  coordinates: null as Point | null,
}

/** A new location: name, owner and address beside a map; only the name is required (domain.md#locations). */
export function AddForm({ choosesOwner, onAdded, renderMap }: AddFormProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const form = useCheckedForm(locationBody, blank, (field) =>
    field === 'name' ? t('common.required') : undefined,
  )
  const { values } = form
  const add = useChange({
    mutationFn: (_, idempotency) => request(contract.locations.add, { body: values, idempotency }),
    onSuccess: (location) => {
      void client.invalidateQueries({ queryKey: ['locations'] })
      onAdded(location)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.data) add.mutate()
  }
  return (
    <div className={split.split}>
      <UnsavedGuard dirty={form.changed && !add.isSuccess && !add.isPending} />
      <Panel title={t('locations.add.form')}>
        <form className={classes.form} onSubmit={submit} noValidate>
          <TextInput
            label={t('locations.fields.name')}
            required
            autoFocus
            autoComplete="off"
            maxLength={200}
            {...form.text('name')}
          />
          {choosesOwner && <OwnerField onChange={(owner_id) => form.change({ owner_id })} />}
          <AddressFields text={form.text} />
          {add.isError && (
            <p className={classes.failure} role="alert">
              {errorText(add.error)}
            </p>
          )}
          <div className={classes.row}>
            <ChangeButton type="submit" disabled={!form.data} loading={add.isPending}>
              {t('locations.add.submit')}
            </ChangeButton>
            {!values.coordinates && <p className={classes.note}>{t('locations.add.lookedUp')}</p>}
          </div>
        </form>
      </Panel>
      <Panel title={t('locations.map.title')}>
        {renderMap({
          address: values,
          point: values.coordinates,
          onPoint: (coordinates) => form.change({ coordinates }),
          onAddress: form.change,
        })}
      </Panel>
    </div>
  )
}

/** Whose the location is. */
function OwnerField({ onChange }: { onChange: (ownerId: number | null) => void }) {
  const { t } = useTranslation()
  const [owner, setOwner] = useState<Owner | null>(null)
  return (
    <OwnerPicker
      owner={owner}
      onChange={(next) => {
        setOwner(next)
        onChange(next?.id ?? null)
      }}
      label={t('locations.columns.owner')}
    />
  )
}
