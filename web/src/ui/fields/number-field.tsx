import { NumberInput, type NumberInputProps } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { decimalText, fits, type NumberBounds, numberTyped } from './number-bounds.ts'

const separators = ['.', ',']

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
  /** NaN for a number with more places than the field has, too: nothing is rounded unasked */
  const read = (typed: number | string): number | '' => {
    const number = numberTyped(typed)
    return number === '' || fits(number, { decimals }) ? number : Number.NaN
  }
  // what the form makes of it, or what comes from elsewhere, takes the place of what was typed
  if (!Object.is(kept.value, value)) {
    const isTyped = Object.is(read(kept.typed), value)
    setKept({ value, typed: isTyped ? kept.typed : Number.isNaN(value) ? '' : value })
  }
  const { typed } = kept
  const bounds = { min, max, decimals }
  const said = (bound: number) => format.number(bound, Number.isInteger(bound) ? 0 : (decimals ?? 3))
  const fault = () => {
    const number = numberTyped(typed)
    if (number === '' || fits(number, bounds)) return undefined
    if (fits(number, { ...bounds, decimals: null }))
      return decimals ? t('rules.places', { count: decimals }) : t('rules.whole')
    if (min !== undefined && max !== undefined) return t('rules.between', { min: said(min), max: said(max) })
    if (min !== undefined) return t('rules.atLeast', { min: said(min) })
    return max === undefined ? t('rules.number') : t('rules.atMost', { max: said(max) })
  }
  const take = (next: number | string) => {
    setKept({ value, typed: next })
    onChange(read(next))
  }
  /** what comes as a whole, pasted or filled in, is read as people write numbers: the input would leave out a mark that it does not know */
  const takeWhole = (event: SyntheticEvent<HTMLInputElement>, data: string | null) => {
    const { value: before, selectionStart, selectionEnd } = event.currentTarget
    if (!data || data.length < 2 || selectionStart === null || selectionEnd === null) return
    const text = decimalText(before.slice(0, selectionStart) + data + before.slice(selectionEnd))
    if (text === null) return
    event.preventDefault()
    take(text)
  }
  return (
    <NumberInput
      decimalSeparator={format.language === 'en' ? '.' : ','}
      allowedDecimalSeparators={separators}
      {...rest}
      onBeforeInput={(event) => takeWhole(event, (event.nativeEvent as InputEvent).data)}
      onPaste={(event) => takeWhole(event, event.clipboardData.getData('text'))}
      value={typed}
      onChange={take}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      clampBehavior="none"
      error={fault() ?? error}
    />
  )
}
