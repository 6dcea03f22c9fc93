import { ruleOf } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFields } from './use-fields.ts'

/** A zod schema, as far as a form needs it: the contract's own, so that the form and the server agree. */
interface Schema<T> {
  safeParse(
    values: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } }
}

/** Values of a form, checked by a schema; `wordsOf` says what is wrong with a field where its rule has no words for all forms. */
export function useCheckedForm<V extends Record<string, unknown>, T>(
  schema: Schema<T>,
  initial: V,
  wordsOf?: (field: keyof V & string, values: V) => string | undefined,
) {
  const { t } = useTranslation()
  const [values, setValues] = useState(initial)
  const parsed = schema.safeParse(values)
  const change = (part: Partial<V>) => setValues((before) => ({ ...before, ...part }))
  const fields = useFields<V>({
    values,
    onChange: change,
    faultOf: (field) => {
      const issue = !parsed.success && parsed.error.issues.find(({ path }) => path[0] === field)
      if (!issue) return undefined
      return wordsOf ? wordsOf(field, values) : t(`rules.${ruleOf(issue.message) ?? 'invalid'}`)
    },
  })
  return {
    ...fields,
    values,
    change,
    /** What the schema makes of the values; undefined while they do not hold. */
    data: parsed.success ? parsed.data : undefined,
    /** Whether the values differ from the initial ones, spaces around a text aside. */
    changed: Object.keys(initial).some((name) => trimmed(values[name]) !== trimmed(initial[name])),
    reset: () => {
      setValues(initial)
      fields.untouch()
    },
  }
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
