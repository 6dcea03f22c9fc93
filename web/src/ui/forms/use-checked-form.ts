import { allowedBy, ruleOf } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { useFields } from './use-fields.ts'

type Issue = Parameters<typeof allowedBy>[0] & { path: PropertyKey[]; message: string }

/** A zod schema, as far as a form needs it: the contract's own, so that the form and the server agree. */
interface Schema<T> {
  safeParse(
    values: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly Issue[] } }
}

/** Values of a form, checked by a schema; `wordsOf` says what is wrong with a field where its rule has no words for all forms. */
export function useCheckedForm<V extends Record<string, unknown>, T>(
  schema: Schema<T>,
  initial: V,
  wordsOf?: (field: keyof V & string, values: V) => string | undefined,
) {
  const { t } = useTranslation()
  const { language } = useFormat()
  const [values, setValues] = useState(initial)
  const parsed = schema.safeParse(values)
  const change = (part: Partial<V>) => setValues((before) => ({ ...before, ...part }))
  const fields = useFields<V>({
    values,
    onChange: change,
    faultOf: (field) => {
      const issue = !parsed.success && parsed.error.issues.find(({ path }) => path[0] === field)
      if (!issue) return undefined
      if (wordsOf) return wordsOf(field, values)
      const empty = values[field] === '' || values[field] == null
      const rule = ruleOf(issue.message) ?? (empty ? 'required' : 'invalid')
      const allowed = rule === 'invalid' || rule === 'tooLong' ? allowedBy(issue) : undefined
      return allowed?.[language] ?? t(`rules.${rule}`)
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
