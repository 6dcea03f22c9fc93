import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import classes from './price-fields.module.css'
import type { PriceForm } from './price-form.ts'

interface FieldsProps {
  form: PriceForm
  set: (change: Partial<PriceForm>) => void
  valid: { tariff: boolean; rate: boolean; startFee: boolean }
}

/** The price per kWh, in kopecks, with the roubles beside it. */
export function TariffField({ form, set, valid }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <KopeckField
      label={t('tariffs.price.tariff')}
      per={t('units.perKwh')}
      value={form.tariff}
      valid={valid.tariff}
      onChange={(tariff) => set({ tariff })}
    />
  )
}

/** Price per kWh, per minute and per session. */
export function PriceFields(props: FieldsProps) {
  const { t } = useTranslation()
  const { form, set, valid } = props
  return (
    <div className={classes.row}>
      <TariffField {...props} />
      <KopeckField
        label={t('tariffs.price.rate')}
        per={t('units.perMinute')}
        value={form.rate}
        valid={valid.rate}
        onChange={(rate) => set({ rate })}
      />
      <KopeckField
        label={t('tariffs.price.startFee')}
        per={t('tariffs.price.perSession')}
        value={form.startFee}
        valid={valid.startFee}
        onChange={(startFee) => set({ startFee })}
      />
    </div>
  )
}

interface KopeckFieldProps {
  label: string
  per: string
  value: number | ''
  valid: boolean
  onChange: (value: number | '') => void
}

function KopeckField({ label, per, value, valid, onChange }: KopeckFieldProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [touched, setTouched] = useState(false)
  return (
    <NumberInput
      label={label}
      description={valid && value !== '' ? `${format.money(value)} ${per}` : ' '}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={touched && !valid ? t('tariffs.price.invalid') : undefined}
      value={value}
      onChange={(next) => onChange(next === '' ? '' : Number(next))}
      onBlur={() => setTouched(true)}
      allowNegative={false}
      thousandSeparator=" "
      step={50}
      required
      withAsterisk={false}
    />
  )
}
