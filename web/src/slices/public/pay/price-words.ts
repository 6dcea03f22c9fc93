import type { DriverPrice, IdlePrice } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { useWindowWords } from '../../../ui/words/use-window-words.ts'

/** Says a price line by line, in the order that drivers are to read it (AFIR 5(4)): kWh, minute, session, all else. */
export function usePriceWords(): (price: DriverPrice) => string[] {
  const { t } = useTranslation()
  const format = useFormat()
  const hours = useWindowWords()
  return (price) => [
    ...(price.tariff > 0 ? [t('pay.price.energy', { price: format.money(price.tariff) })] : []),
    ...price.windows.map((window) => t('pay.price.energy', { price: hours(window) })),
    ...(price.rate > 0 ? [t('pay.price.time', { price: format.money(price.rate) })] : []),
    ...(price.start_fee > 0 ? [t('pay.price.start', { price: format.money(price.start_fee) })] : []),
    ...(price.min_price === null ? [] : [t('pay.price.least', { price: format.money(price.min_price) })]),
    ...(price.max_price === null ? [] : [t('pay.price.most', { price: format.money(price.max_price) })]),
    ...(price.discount > 0 ? [t('pay.price.discount', { percent: price.discount })] : []),
  ]
}

/** Says what a car costs that stays after charging. */
export function useIdleSentence(): (idle: IdlePrice) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (idle) =>
    [
      t(idle.grace_minutes > 0 ? 'pay.idle.after' : 'pay.idle.atOnce', {
        grace: format.duration(idle.grace_minutes * 60),
        amount: format.money(idle.block_amount),
        block: format.duration(idle.block_minutes * 60),
      }),
      idle.cap_amount !== null && t('pay.idle.atMost', { amount: format.money(idle.cap_amount) }),
      idle.night_from !== null && t('pay.idle.notAt', { from: idle.night_from, to: idle.night_to }),
    ]
      .filter(Boolean)
      .join(' ')
}
