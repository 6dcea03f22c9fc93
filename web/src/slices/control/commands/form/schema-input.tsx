import { Button, Checkbox, NativeSelect, Select, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import type { JsonSchema } from './schema.ts'
import classes from './schema-form.module.css'

const searchedFrom = 8

export interface SchemaInputProps {
  schema: JsonSchema
  value: unknown
  onChange: (value: unknown) => void
  label: ReactNode
  /** what people call the choices; without it they are shown as the schema has them, to be searched */
  wordOf?: ((choice: string) => string) | undefined
  /** what the choice of nothing is called, where there is one; it gives '' */
  none?: string | undefined
  error?: string | undefined
  className?: string
  onBlur?: (() => void) | undefined
  placeholder?: string
  description?: ReactNode
  withAsterisk?: boolean
  required?: boolean
  disabled?: boolean
  hideControls?: boolean
  'data-autofocus'?: boolean
  maxLength?: number
  /** how many lines a text of several lines has at first; it is shown in the font of code */
  rows?: number
}

/** An input for one value of a schema: a choice, a switch, a number within its bounds, or a text. */
export function SchemaInput({
  schema,
  value,
  onChange,
  wordOf,
  none,
  hideControls,
  rows,
  ...rest
}: SchemaInputProps) {
  if (schema.enum)
    return (
      <Choice {...rest} options={schema.enum} value={value} onChange={onChange} wordOf={wordOf} none={none} />
    )
  if (schema.type === 'boolean')
    return (
      <Checkbox
        label={rest.label}
        {...(rest.className ? { className: rest.className } : {})}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  if (schema.type === 'integer' || schema.type === 'number')
    return (
      <NumberField
        {...rest}
        value={typeof value === 'number' ? value : ''}
        onChange={onChange}
        min={schema.minimum}
        max={schema.maximum}
        decimals={schema.type === 'number' ? null : 0}
        {...(hideControls ? { hideControls } : {})}
      />
    )
  return (
    <TextField
      schema={schema}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      {...rest}
      {...(rows ? { rows } : {})}
    />
  )
}

interface ChoiceProps extends Omit<SchemaInputProps, 'schema' | 'hideControls' | 'rows'> {
  options: NonNullable<JsonSchema['enum']>
}

function Choice({ options, value, onChange, wordOf, none, ...rest }: ChoiceProps) {
  const choices = options.map(String)
  const choose = (chosen: string | null) => onChange(options.find((one) => String(one) === chosen) ?? '')
  if (wordOf)
    return (
      <NativeSelect
        {...rest}
        data={[
          ...(none === undefined ? [] : [{ value: '', label: none }]),
          ...choices.map((choice) => ({ value: choice, label: wordOf(choice) })),
        ]}
        value={String(value)}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    )
  return (
    <Select
      {...rest}
      data={choices}
      value={value === undefined ? null : String(value)}
      onChange={choose}
      searchable={choices.length > searchedFrom}
      allowDeselect={false}
    />
  )
}

interface TextFieldProps extends Omit<SchemaInputProps, 'wordOf' | 'none' | 'hideControls'> {
  value: string
}

function TextField({ schema, value, onChange, rows, ...rest }: TextFieldProps) {
  const { t } = useTranslation()
  const text = {
    ...rest,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if (rows)
    return <Textarea {...text} autosize minRows={rows} maxRows={8} classNames={{ input: classes.code! }} />
  const now = (
    <Button variant="subtle" size="compact-xs" onClick={() => onChange(new Date().toISOString())}>
      {t('command.form.now')}
    </Button>
  )
  return (
    <TextInput
      {...text}
      {...(schema.format === 'date-time' ? { rightSectionWidth: 64, rightSection: now } : {})}
    />
  )
}
