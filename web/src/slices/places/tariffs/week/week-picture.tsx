import type { PriceWindow } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { type Stretch, weekOf } from './week.ts'
import classes from './week-picture.module.css'

const dayMinutes = 1440
/** hours with a label below */
const hours = [0, 6, 12, 18, 24]

/** The price of a kWh through a week: a line for each day, darker for higher prices, as text for screen readers. */
export function WeekPicture({ windows, base }: { windows: readonly PriceWindow[]; base: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const week = weekOf(windows, base)
  const prices = [...new Set(week.flat().map(({ tariff }) => tariff))].toSorted((a, b) => a - b)
  const words = (stretch: Stretch) =>
    `${clockOf(stretch.from)}–${clockOf(stretch.to)} ${format.money(stretch.tariff)}`
  return (
    <figure className={classes.week} aria-label={t('tariffs.windows.week')}>
      {week.map((stretches, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the days of a week, from Monday
        <div key={index} className={classes.day}>
          <span className={classes.name}>{format.weekday(index + 1, 'short')}</span>
          <div className={classes.line} role="img" aria-label={stretches.map(words).join(', ')}>
            {stretches.map((stretch) => (
              <span
                key={stretch.from}
                className={classes.stretch}
                title={words(stretch)}
                data-level={prices.length > 1 ? prices.indexOf(stretch.tariff) : undefined}
                style={{
                  width: `${((stretch.to - stretch.from) / dayMinutes) * 100}%`,
                  opacity: shadeOf(prices, stretch.tariff),
                }}
              />
            ))}
          </div>
        </div>
      ))}
      <div className={classes.day} aria-hidden="true">
        <span />
        <div className={classes.axis}>
          {hours.map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </div>
      </div>
      <figcaption className={classes.legend}>
        {prices.map((price) => (
          <span key={price} className={classes.price}>
            <i style={{ opacity: shadeOf(prices, price) }} aria-hidden="true" />
            {`${format.money(price)} ${t('units.perKwh')}`}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** The lowest price is pale, the highest has the full colour. */
const shadeOf = (prices: readonly number[], price: number): number =>
  prices.length < 2 ? 0.6 : 0.2 + (0.8 * prices.indexOf(price)) / (prices.length - 1)

const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
