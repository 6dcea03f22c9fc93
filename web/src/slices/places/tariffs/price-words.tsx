import type { IdlePrice, PriceWindow } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { useIdleWords } from '../../../ui/words/use-idle-words.ts'
import { useWindowWords } from '../../../ui/words/use-window-words.ts'
import classes from './price-words.module.css'

interface Price {
  tariff: number
  rate: number
  start_fee: number
  windows: PriceWindow[]
  min_price: number | null
  max_price: number | null
  idle: IdlePrice | null
}

/** A price as text: 17.00 ₽ per kWh, and its other parts. */
export function PriceWords({ price }: { price: Price }) {
  const { tariff, rate, start_fee: startFee, windows, min_price: min, max_price: max, idle } = price
  const { t } = useTranslation()
  const format = useFormat()
  const words = useIdleWords()
  const hours = useWindowWords()
  const bounds = [
    min !== null && t('tariffs.windows.atLeast', { price: format.money(min) }),
    max !== null && t('tariffs.windows.atMost', { price: format.money(max) }),
  ]
    .filter(Boolean)
    .join(' · ')
  const parts = [
    ...(tariff > 0 ? [`${format.money(tariff)} ${t('units.perKwh')}`] : []),
    ...(rate > 0 ? [`${format.money(rate)} ${t('units.perMinute')}`] : []),
    ...(startFee > 0 ? [`${format.money(startFee)} ${t('tariffs.price.perSession')}`] : []),
  ]
  return (
    <span className={classes.price}>
      {parts.join(' + ') || t('tariffs.price.free')}
      {windows.map((window) => (
        <span key={JSON.stringify(window)} className={classes.idle}>
          {hours(window)}
        </span>
      ))}
      {bounds && <span className={classes.idle}>{bounds}</span>}
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
