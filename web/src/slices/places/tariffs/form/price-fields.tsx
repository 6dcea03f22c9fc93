import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { useFields } from '../../../../ui/forms/use-fields.ts'
import classes from './price-fields.module.css'
import { type PriceForm, priceBounds } from './price-form.ts'

interface FieldsProps {
  form: PriceForm
  set: (change: Partial<PriceForm>) => void
  valid: { tariff: boolean; rate: boolean; startFee: boolean }
}

/** The price per kWh, in kopecks, with the roubles beside it. */
export function TariffField(props: FieldsProps) {
  const { t } = useTranslation()
  return <KopeckField {...props} name="tariff" label={t('tariffs.price.tariff')} per={t('units.perKwh')} />
}

/** Price per kWh, per minute and per session. */
export function PriceFields(props: FieldsProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.row}>
      <TariffField {...props} />
      <KopeckField {...props} name="rate" label={t('tariffs.price.rate')} per={t('units.perMinute')} />
      <KopeckField
        {...props}
        name="startFee"
        label={t('tariffs.price.startFee')}
        per={t('tariffs.price.perSession')}
      />
    </div>
  )
}

interface KopeckFieldProps extends FieldsProps {
  name: keyof FieldsProps['valid']
  label: string
  per: string
}

function KopeckField({ form, set, valid, name, label, per }: KopeckFieldProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const value = form[name]
  const { checked } = useFields<PriceForm, typeof name>({
    values: form,
    onChange: set,
    faultOf: () => (valid[name] ? undefined : t('tariffs.price.invalid')),
  })
  return (
    <NumberField
      label={label}
      description={valid[name] && value !== '' ? `${format.money(value)} ${per}` : ' '}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      onChange={(next) => set({ [name]: next })}
      {...checked(name)}
      {...priceBounds[name]}
      thousandSeparator=" "
      step={50}
      required
      withAsterisk={false}
    />
  )
}
