import { Button, Checkbox, Group, Select, TextInput } from '@mantine/core'
import {
  contract,
  newServicePrice,
  type Service,
  type ServiceType,
  serviceBody,
  servicePriceBody,
} from '@stationmaster/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { network } from '../../../api/network.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import classes from './services.module.css'
import { useServicesChanged } from './services-query.ts'

/** Kopecks of what was typed in roubles; NaN while that is no number yet. */
const minorOf = (price: number | ''): number => (price === '' ? Number.NaN : Math.round(price * 100))

/** What services of a location cost at most, in kopecks, and whether the user may set a higher price, and agrees to it by that. */
interface PriceBound {
  mostMinor: number
  mayExceed: boolean
}

interface FormProps {
  action: string
  /** undefined while the form does not hold */
  onSubmit: (() => void) | undefined
  change: { isPending: boolean; isError: boolean; error: unknown }
  onClose: () => void
  children: ReactNode
}

function Form({ action, onSubmit, change, onClose, children }: FormProps) {
  const { t } = useTranslation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      {children}
      {change.isError && <FormError error={change.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <ChangeButton type="submit" disabled={!onSubmit} loading={change.isPending}>
          {action}
        </ChangeButton>
      </Group>
    </form>
  )
}

interface PriceFieldProps {
  bound: PriceBound
  value: number | ''
  onChange: (price: number | '') => void
}

function PriceField({ bound: { mostMinor, mayExceed }, value, onChange }: PriceFieldProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <NumberField
      label={t('services.price', { currency: network.currencySign })}
      description={t(mayExceed ? 'services.mostAgreed' : 'services.most', {
        amount: format.money(mostMinor),
      })}
      value={value}
      onChange={onChange}
      min={0.01}
      max={100_000}
      decimals={2}
      error={value === '' && t('rules.required')}
      required
    />
  )
}

interface AddServiceFormProps {
  locationId: number
  /** those that the location does not sell yet */
  types: readonly ServiceType[]
  bound: PriceBound
  onClose: () => void
}

/** One more kind of service for a location. */
export function AddServiceForm({ locationId, types, bound, onClose }: AddServiceFormProps) {
  const { t } = useTranslation()
  const [typeId, setTypeId] = useState<string | null>(null)
  const [price, setPrice] = useState<number | ''>(newServicePrice / 100)
  const [agreed, setAgreed] = useState(false)
  const [left, setLeft] = useState(false)
  const chosen = types.find(({ id }) => String(id) === typeId)
  const parsed = serviceBody.safeParse({ type_id: chosen?.id, price: minorOf(price) })
  const add = useChange({
    mutationFn: (body: NonNullable<typeof parsed.data>, idempotency) =>
      request(contract.services.add, { params: { id: locationId }, body, idempotency }),
    onSuccess: onClose,
    onSettled: useServicesChanged(),
  })
  return (
    <Form
      action={t('services.add.action')}
      onSubmit={parsed.data && agreed ? () => add.mutate(parsed.data) : undefined}
      change={add}
      onClose={onClose}
    >
      <Select
        label={t('services.type')}
        description={chosen?.description}
        data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={typeId}
        onChange={setTypeId}
        placeholder={t('services.choose')}
        searchable
        required
      />
      <PriceField bound={bound} value={price} onChange={setPrice} />
      <Checkbox
        checked={agreed}
        onChange={(event) => {
          setAgreed(event.currentTarget.checked)
          setLeft(true)
        }}
        label={
          <Trans
            i18nKey="services.privacy"
            components={{
              privacy: (
                <a className={classes.link} href="/privacy" target="_blank" rel="noreferrer">
                  {' '}
                </a>
              ),
            }}
          />
        }
        error={left && !agreed && t('services.required')}
        required
      />
    </Form>
  )
}

interface EditServiceFormProps {
  service: Service
  bound: PriceBound
  onClose: () => void
}

/** Another price for a service. */
export function EditServiceForm({ service, bound, onClose }: EditServiceFormProps) {
  const { t } = useTranslation()
  const [price, setPrice] = useState<number | ''>(service.price / 100)
  const parsed = servicePriceBody.safeParse({ price: minorOf(price) })
  const save = useChange({
    mutationFn: (body: NonNullable<typeof parsed.data>, idempotency) =>
      request(contract.services.change, { params: { id: service.id }, body, idempotency }),
    onSuccess: onClose,
    onSettled: useServicesChanged(),
  })
  return (
    <Form
      action={t('services.edit.action')}
      onSubmit={parsed.data ? () => save.mutate(parsed.data) : undefined}
      change={save}
      onClose={onClose}
    >
      <TextInput label={t('services.type')} value={service.name} readOnly />
      <PriceField bound={bound} value={price} onChange={setPrice} />
    </Form>
  )
}
