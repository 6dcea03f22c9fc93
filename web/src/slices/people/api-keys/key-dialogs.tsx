import { Select, Text, Textarea, TextInput } from '@mantine/core'
import { type ApiKey, contract, type MadeKey, type Scope } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import { LocationChoice } from '../../../ui/fields/location-choice.tsx'
import { Dialog } from '../../../ui/forms/dialog.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { usePasswordProof } from '../../../ui/forms/password-proof.tsx'
import { scopesQuery } from './keys-query.ts'
import { ScopeChoice } from './scope-choice.tsx'

/** after so many days a key may end */
const dayChoices = [30, 90, 365, 730] as const
/** a replaced key works for so many hours more */
const hourChoices = [0, 1, 24, 168] as const

interface DialogProps {
  onMade: (made: MadeKey) => void
  onClose: () => void
}

/** `placed`: the person sees locations, to which the key may be narrowed. */
export function AddKey({ placed, onMade, onClose }: DialogProps & { placed: boolean }) {
  const { t } = useTranslation()
  const { prove, dialog } = usePasswordProof()
  const open = useQuery(scopesQuery)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>([])
  const [locationIds, setLocationIds] = useState<number[]>([])
  const [addresses, setAddresses] = useState('')
  const [days, setDays] = useState<number>(365)
  const add = useChange({
    mutationFn: (body: NonNullable<typeof filled>) =>
      prove((current_password) =>
        request(contract.apiKeys.add, {
          body: { ...body, ...(current_password ? { current_password } : {}) },
        }),
      ),
    onSuccess: onMade,
  })
  const filled =
    name.trim() === '' || scopes.length === 0
      ? undefined
      : {
          name: name.trim(),
          scopes,
          location_ids: locationIds.length === 0 ? null : locationIds,
          addresses: addresses.split(/[\s,;]+/).filter(Boolean),
          days,
        }
  return (
    <>
      <FormDialog title={t('keys.add')} action={t('keys.add')} body={filled} change={add} onClose={onClose}>
        <TextInput
          label={t('keys.name')}
          description={t('keys.nameHint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          required
          data-autofocus
        />
        <ScopeChoice open={open.data ?? []} chosen={scopes} onChange={setScopes} />
        {placed && (
          <LocationChoice
            label={t('keys.locations')}
            description={t('keys.locationsHint')}
            value={locationIds}
            onChange={setLocationIds}
          />
        )}
        <DaysField value={days} onChange={setDays} />
        <AddressesField value={addresses} onChange={setAddresses} />
      </FormDialog>
      {dialog}
    </>
  )
}

/** A new key in place of one, which still works for a while. */
export function RotateKey({ old, onMade, onClose }: DialogProps & { old: ApiKey }) {
  const { t } = useTranslation()
  const { prove, dialog } = usePasswordProof()
  const [days, setDays] = useState<number>(365)
  const [hours, setHours] = useState<number>(24)
  const rotate = useChange({
    mutationFn: (body: { days: number; kept_hours: number }) =>
      prove((current_password) =>
        request(contract.apiKeys.rotate, {
          params: { id: old.id },
          body: { ...body, ...(current_password ? { current_password } : {}) },
        }),
      ),
    onSuccess: onMade,
  })
  return (
    <>
      <FormDialog
        title={t('keys.rotateOf', { name: old.name })}
        action={t('keys.rotate')}
        body={{ days, kept_hours: hours }}
        change={rotate}
        onClose={onClose}
      >
        <Text size="md">{t('keys.rotateText')}</Text>
        <Select
          label={t('keys.kept')}
          data={hourChoices.map((count) => ({
            value: String(count),
            label: count === 0 ? t('keys.keptNot') : t('keys.hours', { count }),
          }))}
          value={String(hours)}
          onChange={(value) => setHours(Number(value))}
          allowDeselect={false}
        />
        <DaysField value={days} onChange={setDays} />
      </FormDialog>
      {dialog}
    </>
  )
}

function AddressesField({ value, onChange }: { value: string; onChange: (addresses: string) => void }) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('keys.addresses')}
      description={t('keys.addressesHint')}
      placeholder="203.0.113.0/24"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      minRows={1}
      maxRows={4}
    />
  )
}

function DaysField({ value, onChange }: { value: number; onChange: (days: number) => void }) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('keys.ends')}
      description={t('keys.endsHint')}
      data={dayChoices.map((count) => ({ value: String(count), label: t('keys.days', { count }) }))}
      value={String(value)}
      onChange={(days) => onChange(Number(days))}
      allowDeselect={false}
    />
  )
}

/** The key, this once. */
export function ShownKey({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('keys.shownTitle', { name: made.made.name })} size={520}>
      <Text mb="sm">{t('keys.shownOnce')}</Text>
      <CopyField label={t('keys.key')} value={made.key} />
      <Text mt="sm" size="sm">
        {t('keys.shownUse')}
      </Text>
    </Dialog>
  )
}
