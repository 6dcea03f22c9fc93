import { ruleOf } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A zod schema, as far as a form needs it: the contract's own, so that the form and the server agree. */
interface Schema<T> {
  safeParse(
    values: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } }
}

/** Values of a form, checked by a schema; a field tells what is wrong with it once it was touched. */
export function useCheckedForm<V extends Record<string, unknown>, T>(schema: Schema<T>, initial: V) {
  const { t } = useTranslation()
  const [values, setValues] = useState(initial)
  const [touched, setTouched] = useState<ReadonlySet<keyof V>>(new Set())
  const parsed = schema.safeParse(values)
  const touch = (name: keyof V) => setTouched((before) => new Set(before).add(name))
  const set = <K extends keyof V>(name: K, value: V[K]) =>
    setValues((before) => ({ ...before, [name]: value }))
  const messageOf = (name: keyof V): string | undefined => {
    if (parsed.success || !touched.has(name)) return undefined
    const issue = parsed.error.issues.find(({ path }) => path[0] === name)
    if (!issue) return undefined
    const rule = ruleOf(issue.message)
    return rule ? t(`rules.${rule}`) : t('rules.invalid')
  }
  return {
    values,
    set,
    messageOf,
    /** What the schema makes of the values; undefined while they do not hold. */
    data: parsed.success ? parsed.data : undefined,
    /** Whether the values differ from the initial ones, spaces around a text aside. */
    changed: Object.keys(initial).some((name) => trimmed(values[name]) !== trimmed(initial[name])),
    /** What a text input takes. */
    text: (name: keyof V & string) => ({
      name,
      value: String(values[name] ?? ''),
      onChange: (event: { currentTarget: { value: string } }) =>
        set(name, event.currentTarget.value as V[typeof name]),
      onBlur: () => touch(name),
      error: messageOf(name),
    }),
  }
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
