import type { IdlePrice } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'

/** What a car costs that stays: its price, and what else is agreed on. */
export function useIdleWords() {
  const { t } = useTranslation()
  const format = useFormat()
  return {
    price: ({ block_amount, block_minutes }: IdlePrice) =>
      block_amount > 0
        ? t('idle.price', { amount: format.money(block_amount), n: block_minutes })
        : t('idle.none'),
    details: ({ block_amount, grace_minutes, cap_amount, night_from, night_to }: IdlePrice) =>
      block_amount > 0
        ? [
            t('idle.free', { n: grace_minutes }),
            cap_amount !== null && t('idle.atMost', { amount: format.money(cap_amount) }),
            night_from !== null && t('idle.notAt', { from: night_from, to: night_to }),
          ]
            .filter(Boolean)
            .join(' · ')
        : '',
  }
}
