import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CheckedText } from '../../../ui/forms/use-fields.ts'
import classes from './form.module.css'

export interface Address {
  country: string
  city: string
  street: string
  postal_code: string
}

interface AddressFieldsProps {
  text: (field: keyof Address) => CheckedText
  required?: boolean
}

/** Country, city, street and postal code. */
export function AddressFields({ text, required = false }: AddressFieldsProps) {
  const { t } = useTranslation()
  const field = (name: keyof Address) => ({
    label: t(`locations.fields.${name}`),
    ...text(name),
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
