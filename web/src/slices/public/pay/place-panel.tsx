import type { PayPage } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import classes from './pay.module.css'
import { useIdleSentence, usePriceWords } from './price-words.ts'

/** Where the driver charges, and at which price. */
export function PlacePanel({ page }: { page: PayPage }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = usePriceWords()
  const idleSentence = useIdleSentence()
  const { place, connector, price, idle } = page
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
        {words(price).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {idle && <p className={`${classes.quiet} ${classes.idle}`}>{idleSentence(idle)}</p>}
    </section>
  )
}
