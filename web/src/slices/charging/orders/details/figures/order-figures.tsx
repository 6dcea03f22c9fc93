import type { OrderDetails } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../../i18n/use-format.ts'
import { ReadingAge } from '../../../../../ui/dates/duration.tsx'
import { KeyFigure, KeyFigures } from '../../../../../ui/figures/key-figure.tsx'
import { Energy, Money, Power, Quantity } from '../../../../../ui/figures/quantity.tsx'
import { isOpen } from '../details-query.ts'
import { chargingAmountOf } from '../money/order-amounts.ts'
import classes from './order-figures.module.css'

/** Energy, power, battery and price of an order, live while it runs. */
export function OrderFigures({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { energy, power, soc, voltage, current } = order.meters
  const from = order.meters_begin.soc?.value
  const percent = (value: number) => format.number(value, Number.isInteger(value) ? 0 : 1)
  const electric = [
    ...(voltage ? [`${format.number(voltage.value)} ${t('units.volt')}`] : []),
    ...(current ? [`${format.number(current.value)} ${t('units.ampere')}`] : []),
  ]
  const started = order.transaction_start !== null
  const open = isOpen(order)
  const age = open && <ReadingAge at={order.metered_at} />
  return (
    <KeyFigures label={t('order.figures.label')}>
      <KeyFigure
        label={t('order.figures.energy')}
        value={<Energy wh={started ? energy?.value : null} unit />}
        note={age}
      />
      <KeyFigure
        label={open ? t('order.figures.power') : t('order.figures.meanPower')}
        value={<Power w={open ? power?.value : meanPowerW(order)} unit />}
        note={age}
        aside={
          open && electric.length > 0 ? (
            <span className={classes.electric}>{electric.join(' · ')}</span>
          ) : undefined
        }
      />
      <KeyFigure
        label={t('order.figures.battery')}
        value={
          <Quantity
            value={soc?.value}
            decimals={soc && !Number.isInteger(soc.value) ? 1 : 0}
            unit={from === undefined ? '%' : t('order.figures.percentFrom', { from: percent(from) })}
          />
        }
        note={age}
      />
      <KeyFigure
        label={open ? t('order.figures.priceSoFar') : t('order.figures.price')}
        value={<Money minor={started ? chargingAmountOf(order) : null} unit />}
      />
    </KeyFigures>
  )
}

/** Mean power of a session that has ended, W; undefined where nothing flowed. */
function meanPowerW({ meters, duration }: OrderDetails): number | undefined {
  return meters.energy?.value && duration ? (meters.energy.value * 3600) / duration : undefined
}
