import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './form.module.css'

export interface Address {
  country: string
  city: string
  street: string
  postal_code: string
}

interface AddressFieldsProps<T extends Address> {
  values: T
  onChange: (change: Partial<Address>) => void
  /** The message under a field. */
  errorOf: (field: keyof Address) => string | undefined
  onTouched?: (field: keyof Address) => void
  required?: boolean
}

/** Country, city, street and postal code. */
export function AddressFields<T extends Address>(props: AddressFieldsProps<T>) {
  const { values, onChange, errorOf, onTouched, required = false } = props
  const { t } = useTranslation()
  const field = (name: keyof Address) => ({
    label: t(`locations.fields.${name}`),
    name,
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
    onBlur: () => onTouched?.(name),
    error: errorOf(name),
    required: required && name !== 'postal_code',
    withAsterisk: required && name !== 'postal_code',
  })
  return (
    <>
      <div className={classes.pair}>
        <TextInput {...field('country')} autoComplete="off" maxLength={100} />
        <TextInput {...field('city')} autoComplete="off" maxLength={100} />
      </div>
      <div className={classes.streetLine}>
        <TextInput {...field('street')} autoComplete="off" maxLength={200} />
        <TextInput {...field('postal_code')} autoComplete="off" maxLength={20} />
      </div>
    </>
  )
}
