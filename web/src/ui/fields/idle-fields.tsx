import { TextInput } from '@mantine/core'
import type { IdlePrice } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { network } from '../../api/network.ts'
import { NumberField } from './number-field.tsx'

/** Terms of a stay as they are typed; an empty field is '' or null. */
export interface IdleForm {
  grace_minutes: number | ''
  block_minutes: number | ''
  block_amount: number | ''
  cap_amount: number | null
  night_from: string | null
  night_to: string | null
}

/** A form with these terms, or with the usual ones. */
export const idleFormOf = (terms: IdlePrice | null): IdleForm => ({
  grace_minutes: terms?.grace_minutes ?? 10,
  block_minutes: terms?.block_minutes ?? 10,
  block_amount: terms?.block_amount ?? 15_000,
  cap_amount: terms?.cap_amount ?? null,
  night_from: terms?.night_from ?? null,
  night_to: terms?.night_to ?? null,
})

interface IdleFieldsProps {
  values: IdleForm
  change: (part: Partial<IdleForm>) => void
}

/** What a car costs that stays connected after its charging has ended. */
export function IdleFields({ values, change }: IdleFieldsProps) {
  const { t } = useTranslation()
  const { currencySign: currency } = network
  const minutes = (name: 'grace_minutes' | 'block_minutes', min: number) => (
    <NumberField
      label={t(`idle.${name}`)}
      value={values[name]}
      onChange={(value) => change({ [name]: value })}
      min={min}
      max={1440}
      required
    />
  )
  const night = (name: 'night_from' | 'night_to') => (
    <TextInput
      type="time"
      label={t(`idle.${name}`)}
      value={values[name] ?? ''}
      onChange={(event) => change({ [name]: event.currentTarget.value || null })}
    />
  )
  return (
    <>
      {minutes('grace_minutes', 0)}
      {minutes('block_minutes', 1)}
      <NumberField
        label={t('idle.block_amount', { currency })}
        value={values.block_amount === '' ? '' : values.block_amount / 100}
        onChange={(value) => change({ block_amount: value === '' ? '' : Math.round(value * 100) })}
        min={0}
        max={1_000_000}
        decimals={2}
        required
      />
      <NumberField
        label={t('idle.cap_amount', { currency })}
        description={t('idle.capHint')}
        value={values.cap_amount === null ? '' : values.cap_amount / 100}
        onChange={(value) => change({ cap_amount: value === '' ? null : Math.round(value * 100) })}
        min={0.01}
        max={1_000_000}
        decimals={2}
      />
      {night('night_from')}
      {night('night_to')}
    </>
  )
}
