import { type StationTaskBody, stationTaskBody } from '@stationmaster/contract'
import { useCheckedForm } from '../../../../ui/forms/use-checked-form.ts'
import type { CheckedInput } from '../../../../ui/forms/use-fields.ts'
import { SchemaInput, type SchemaInputProps } from './schema-input.tsx'
import { filledIn, schemaOf } from './task-schema.ts'

type TaskName = StationTaskBody['task']
type BodyOf<T extends TaskName> = Extract<StationTaskBody, { task: T }>

/** What a form holds of a body while it is filled in: '' where a number or an optional field is empty. */
type Draft<Body> = {
  [F in keyof Body]-?: undefined extends Body[F]
    ? Exclude<Body[F], undefined> | ''
    : number extends Body[F]
      ? number | ''
      : Body[F]
}

/** A form for one task of a station; `wrong` says what is wrong with what stands in a field. */
export function useTaskForm<T extends TaskName, F extends Exclude<keyof BodyOf<T>, 'task'> & string>(
  task: T,
  initial: Pick<Draft<BodyOf<T>>, F>,
  wrong: Partial<Record<F, string>> = {},
) {
  const schema = {
    safeParse: (values: unknown) => stationTaskBody.safeParse(filledIn(task, values as object)),
  }
  const form = useCheckedForm(schema, initial, (field, values) =>
    values[field] === '' ? undefined : wrong[field],
  )
  return { ...form, task, data: form.data as BodyOf<T> | undefined }
}

export interface TaskFormOf<V extends object> {
  /** its name in the contract */
  task: string
  values: V
  change: (part: Partial<V>) => void
  checked: (field: keyof V & string) => CheckedInput
}

interface TaskFieldProps<V extends object, F extends keyof V>
  extends Omit<SchemaInputProps, 'schema' | 'value' | 'onChange' | 'wordOf' | 'error' | 'onBlur'> {
  form: TaskFormOf<V>
  name: F
  wordOf?: (choice: V[F]) => string
  /** those of the choices that the station takes, where it says so */
  choices?: readonly string[] | null
  onChanged?: () => void
}

/** A field of a task's form: its input and its bounds follow from the contract. */
export function TaskField<V extends object, F extends keyof V & string>(props: TaskFieldProps<V, F>) {
  const { form, name, wordOf, choices, onChanged, ...rest } = props
  const schema = schemaOf(form.task, name)
  return (
    <SchemaInput
      {...rest}
      {...form.checked(name)}
      {...(schema.maxLength === undefined ? {} : { maxLength: schema.maxLength })}
      schema={choices ? { enum: [...choices] } : schema}
      value={form.values[name]}
      onChange={(value) => {
        form.change({ [name]: value } as Partial<V>)
        onChanged?.()
      }}
      wordOf={wordOf as ((choice: string) => string) | undefined}
    />
  )
}
