import { useTranslation } from 'react-i18next'
import { network } from '../../api/network.ts'
import { NumberField } from './number-field.tsx'

interface AmountFieldProps {
  /** in major units; '' while the field is empty, NaN while what stands in it is no number yet */
  value: number | ''
  onChange: (value: number | '') => void
  /** the most that can be meant, in minor units */
  mostMinor: number
  /** where a dialog begins */
  isFirst?: boolean
}

/** Minor units of what such a field holds; 0 while it holds nothing. */
export const minorOf = (value: number | ''): number => (value === '' ? 0 : Math.round(value * 100))

/** An amount of money in the network's currency, of all that there is or a part of it. */
export function AmountField({ mostMinor, isFirst = false, ...rest }: AmountFieldProps) {
  const { t } = useTranslation()
  return (
    <NumberField
      label={t('payments.amount', { currency: network.currencySign })}
      min={0.01}
      max={mostMinor / 100}
      decimals={2}
      required
      {...(isFirst ? { 'data-autofocus': true } : {})}
      {...rest}
    />
  )
}
