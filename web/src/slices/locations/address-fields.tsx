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
  /** What stands under a field besides. */
  noteOf?: (field: keyof Address) => string | undefined
  onTouched?: (field: keyof Address) => void
  required?: boolean
}

/** Country, city, street and postal code. */
export function AddressFields<T extends Address>(props: AddressFieldsProps<T>) {
  const { values, onChange, errorOf, noteOf, onTouched, required = false } = props
  const { t } = useTranslation()
  const field = (name: keyof Address) => ({
    label: t(`locations.fields.${name}`),
    name,
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
    onBlur: () => onTouched?.(name),
    error: errorOf(name),
    description: noteOf?.(name),
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

/** The address in the one line that a geocoder is asked with. */
export const addressText = ({ street, city, country }: Address): string =>
  [street, city, country].filter((part) => part.trim() !== '').join(', ')
