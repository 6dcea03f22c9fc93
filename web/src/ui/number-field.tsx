import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/use-format.ts'
import { fits, type NumberBounds, numberTyped } from './number-bounds.ts'

type Own = keyof NumberBounds | 'value' | 'onChange'
type Decided = 'allowDecimal' | 'allowNegative' | 'clampBehavior' | 'decimalScale'

interface NumberFieldProps extends NumberBounds, Omit<NumberInputProps, Own | Decided> {
  value: number | string
  /** '' while the field is empty, NaN while what stands in it is no number yet */
  onChange: (value: number | '') => void
}

/** A number as it was typed; what is wrong with it is said below, and never put right behind anybody's back. */
export function NumberField({ value, onChange, min, max, decimals = 0, error, ...rest }: NumberFieldProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [kept, setKept] = useState({ value, typed: value })
  // what the form makes of it, or what comes from elsewhere, takes the place of what was typed
  if (!Object.is(kept.value, value)) {
    const isTyped = Object.is(numberTyped(kept.typed), value)
    setKept({ value, typed: isTyped ? kept.typed : Number.isNaN(value) ? '' : value })
  }
  const { typed } = kept
  const bounds = { min, max, decimals }
  const said = (bound: number) => format.number(bound, Number.isInteger(bound) ? 0 : 1)
  const fault = () => {
    const number = numberTyped(typed)
    if (number === '' || fits(number, bounds)) return undefined
    if (fits(number, { ...bounds, decimals: null })) return t('rules.whole')
    if (min !== undefined && max !== undefined) return t('rules.between', { min: said(min), max: said(max) })
    if (min !== undefined) return t('rules.atLeast', { min: said(min) })
    return max === undefined ? t('rules.number') : t('rules.atMost', { max: said(max) })
  }
  return (
    <NumberInput
      {...rest}
      value={typed}
      onChange={(next) => {
        setKept({ value, typed: next })
        onChange(numberTyped(next))
      }}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      {...(decimals ? { decimalScale: decimals } : {})}
      clampBehavior="none"
      error={fault() ?? error}
    />
  )
}
