import type { IdlePrice } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { useIdleWords } from '../../ui/use-idle-words.ts'
import classes from './price-words.module.css'

interface Price {
  tariff: number
  rate: number
  start_fee: number
  idle: IdlePrice | null
}

/** A price in words: 17.00 ₽ per kWh, and what else it has. */
export function PriceWords({ price: { tariff, rate, start_fee: startFee, idle } }: { price: Price }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useIdleWords()
  const parts = [
    ...(tariff > 0 ? [`${format.money(tariff)} ${t('units.perKwh')}`] : []),
    ...(rate > 0 ? [`${format.money(rate)} ${t('units.perMinute')}`] : []),
    ...(startFee > 0 ? [`${format.money(startFee)} ${t('tariffs.price.perSession')}`] : []),
  ]
  return (
    <span className={classes.price}>
      {parts.join(' + ') || t('tariffs.price.free')}
      {idle && (
        <span className={classes.idle}>
          {idle.block_amount > 0
            ? t('idle.of', { terms: [words.price(idle), words.details(idle)].join(' · ') })
            : words.price(idle)}
        </span>
      )}
    </span>
  )
}
