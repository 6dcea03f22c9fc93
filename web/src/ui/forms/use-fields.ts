import { useState } from 'react'

/** What every input takes to tell what is wrong with it. */
export interface CheckedInput {
  onBlur: () => void
  error: string | undefined
}

/** What a text input takes. */
export interface CheckedText extends CheckedInput {
  name: string
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
}

interface FieldsOptions<V, F> {
  values: V
  onChange: (change: Partial<V>) => void
  /** In words what is wrong with a field as it stands. */
  faultOf: (field: F) => string | undefined
}

/** What the fields of a form take, wherever its values are kept; a field tells what is wrong with it once it was touched. */
export function useFields<V extends object, F extends string = keyof V & string>({
  values,
  onChange,
  faultOf,
}: FieldsOptions<V, F>) {
  const [touched, setTouched] = useState<ReadonlySet<F>>(new Set())
  const touch = (...fields: F[]) => setTouched((before) => new Set([...before, ...fields]))
  const checked = (field: F): CheckedInput => ({
    onBlur: () => touch(field),
    error: touched.has(field) ? faultOf(field) : undefined,
  })
  return {
    touch,
    untouch: () => setTouched(new Set()),
    checked,
    text: (field: F & keyof V): CheckedText => ({
      name: field,
      value: String(values[field] ?? ''),
      onChange: (event) => onChange({ [field]: event.currentTarget.value } as Partial<V>),
      ...checked(field),
    }),
  }
}
