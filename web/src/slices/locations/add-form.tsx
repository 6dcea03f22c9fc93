import { TextInput } from '@mantine/core'
import { contract, type Location, locationBody } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/request.ts'
import { useChange } from '../../api/use-change.ts'
import { useErrorText } from '../../i18n/use-error-text.ts'
import { ChangeButton } from '../../ui/change-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { type Address, AddressFields } from './address-fields.tsx'
import classes from './form.module.css'
import { type Owner, OwnerPicker } from './owner-picker.tsx'
import split from './split.module.css'

export interface Point {
  lat: number
  lng: number
}

/** What a place on the map and an address have to do with each other on a form. */
export interface AddressMapProps {
  address: Address
  point: Point | null
  onPoint: (point: Point) => void
  onAddress: (address: Partial<Address>) => void
}

interface AddFormProps {
  /** Only administrators give a location to somebody; others keep it. */
  choosesOwner: boolean
  onAdded: (location: Location) => void
  renderMap: (props: AddressMapProps) => ReactNode
}

const blank = { name: '', country: '', city: '', street: '', postal_code: '' }

/** A new location: name, owner and address beside a map; only the name is required (domain.md#locations). */
export function AddForm({ choosesOwner, onAdded, renderMap }: AddFormProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const [values, setValues] = useState(blank)
  const [owner, setOwner] = useState<Owner | null>(null)
  const [point, setPoint] = useState<Point | null>(null)
  const [touched, setTouched] = useState(false)
  const body = { ...values, owner_id: owner?.id ?? null, coordinates: point }
  const valid = locationBody.safeParse(body).success
  const add = useChange({
    mutationFn: (_, key) => request(contract.locations.add, { body, key }),
    onSuccess: (location) => {
      void client.invalidateQueries({ queryKey: ['locations'] })
      onAdded(location)
    },
  })
  const change = (part: Partial<typeof blank>) => setValues({ ...values, ...part })
  const dirty = !add.isSuccess && (point !== null || owner !== null || Object.values(values).some(Boolean))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (valid) add.mutate()
  }
  return (
    <div className={split.split}>
      <UnsavedGuard dirty={dirty && !add.isPending} />
      <Panel title={t('locations.add.form')}>
        <form className={classes.form} onSubmit={submit} noValidate>
          <TextInput
            label={t('locations.fields.name')}
            name="name"
            required
            autoFocus
            autoComplete="off"
            maxLength={200}
            value={values.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            onBlur={() => setTouched(true)}
            error={touched && values.name.trim() === '' && t('common.required')}
          />
          {choosesOwner && (
            <OwnerPicker owner={owner} onChange={setOwner} label={t('locations.columns.owner')} />
          )}
          <AddressFields values={values} onChange={change} errorOf={() => undefined} />
          {add.isError && (
            <p className={classes.failure} role="alert">
              {errorText(add.error)}
            </p>
          )}
          <div className={classes.row}>
            <ChangeButton type="submit" disabled={!valid} loading={add.isPending}>
              {t('locations.add.submit')}
            </ChangeButton>
            {!point && <p className={classes.note}>{t('locations.add.lookedUp')}</p>}
          </div>
        </form>
      </Panel>
      <Panel title={t('locations.map.title')}>
        {renderMap({ address: values, point, onPoint: setPoint, onAddress: change })}
      </Panel>
    </div>
  )
}
