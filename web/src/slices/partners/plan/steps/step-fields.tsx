import { Select, TextInput } from '@mantine/core'
import {
  type BankFields,
  type CompanyFields,
  type IndividualFields,
  planCountries,
} from '@stationmaster/contract'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { useCheckedForm } from '../../../../ui/forms/use-checked-form.ts'
import classes from '../plan.module.css'
import { draftOf, keepDraft } from './drafts.ts'
import { showBirthDate } from './show-birth-date.ts'

type Values = Record<string, string>

/** The first values of a form: what was typed into it before, else what is known of the user, else blanks. */
export const valuesOf = (form: string, fields: readonly string[], known: Readonly<Values> = {}): Values =>
  draftOf(
    form,
    Object.fromEntries(
      fields.map((field) => [field, known[field] ?? (field.endsWith('country') ? planCountries[0] : '')]),
    ),
  )

/** Keeps what is typed for when the step is come back to. */
export function useDraft(form: string, values: Values) {
  useEffect(() => keepDraft(form, values), [form, values])
}

type FieldName = Exclude<
  keyof IndividualFields | keyof CompanyFields | keyof BankFields,
  `principal_${string}`
>

/** A principal's fields are called as everybody's. */
const nameOf = (field: string) => field.replace('principal_', '') as FieldName

interface StepFieldsProps {
  form: Pick<ReturnType<typeof useCheckedForm<Values, unknown>>, 'text' | 'change' | 'values'>
  fields: readonly string[]
}

/** The fields of a step in two columns: texts, countries and days of birth, by their names. */
export function StepFields({ form, fields }: StepFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.fields}>
      {fields.map((field) => fieldOf(field, form, t(`plan.fields.${nameOf(field)}`)))}
    </div>
  )
}

function fieldOf(field: string, { text, change, values }: StepFieldsProps['form'], label: string): ReactNode {
  if (field.endsWith('country'))
    return (
      <CountrySelect
        key={field}
        label={label}
        value={values[field] ?? ''}
        onChange={(next) => change({ [field]: next })}
      />
    )
  if (!field.endsWith('birth_date'))
    return <TextInput key={field} label={label} required autoComplete="off" {...text(field)} />
  return (
    <TextInput
      key={field}
      label={label}
      required
      autoComplete="off"
      inputMode="numeric"
      {...text(field)}
      onChange={(event) => change({ [field]: showBirthDate(event.currentTarget.value) })}
    />
  )
}

interface CountrySelectProps {
  label: string
  value: string
  onChange: (value: string) => void
}

function CountrySelect({ label, value, onChange }: CountrySelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={label}
      required
      allowDeselect={false}
      value={value}
      data={planCountries.map((country) => ({ value: country, label: t(`plan.countries.${country}`) }))}
      onChange={(next) => next && onChange(next)}
    />
  )
}
