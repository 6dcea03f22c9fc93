import type { PayPage } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useWindowWords } from '../../../ui/words/use-window-words.ts'
import classes from './pay.module.css'

/** Where the driver charges, and at which price. */
export function PlacePanel({ page }: { page: PayPage }) {
  const { t } = useTranslation()
  const format = useFormat()
  const hours = useWindowWords()
  const { place, connector, price, idle } = page
  const prices = [
    ...(price.tariff > 0 ? [t('pay.price.energy', { price: format.money(price.tariff) })] : []),
    ...(price.rate > 0 ? [t('pay.price.time', { price: format.money(price.rate) })] : []),
    ...(price.start_fee > 0 ? [t('pay.price.start', { price: format.money(price.start_fee) })] : []),
    ...price.windows.map((window) => t('pay.price.energy', { price: hours(window) })),
    ...(price.min_price === null ? [] : [t('pay.price.least', { price: format.money(price.min_price) })]),
    ...(price.max_price === null ? [] : [t('pay.price.most', { price: format.money(price.max_price) })]),
    ...(price.discount > 0 ? [t('pay.price.discount', { percent: price.discount })] : []),
  ]
  return (
    <section className={classes.panel} aria-label={t('pay.place')}>
      <p className={classes.strong}>{place.name}</p>
      <p className={classes.quiet}>{[place.street, place.city].filter(Boolean).join(', ')}</p>
      <p className={classes.quiet}>
        {t('pay.connector', {
          station: stationNumber(page.station_number),
          number: connector.number,
          type: connector.type,
          power: format.number(connector.power_kw, Number.isInteger(connector.power_kw) ? 0 : 1),
        })}
      </p>
      <ul className={classes.prices}>
        {prices.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {idle && (
        <p className={`${classes.quiet} ${classes.idle}`}>
          {[
            t(idle.grace_minutes > 0 ? 'pay.idle.after' : 'pay.idle.atOnce', {
              grace: format.duration(idle.grace_minutes * 60),
              amount: format.money(idle.block_amount),
              block: format.duration(idle.block_minutes * 60),
            }),
            idle.cap_amount !== null && t('pay.idle.atMost', { amount: format.money(idle.cap_amount) }),
            idle.night_from !== null && t('pay.idle.notAt', { from: idle.night_from, to: idle.night_to }),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
    </section>
  )
}
