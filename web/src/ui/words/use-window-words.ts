import type { PriceWindow } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { weekDays } from '../dates/week-days.ts'

/** Says hours with a price of their own: Fri, Sat 22:00–07:00: 9.00 ₽. */
export function useWindowWords(): (window: PriceWindow) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ days, from, to, tariff }) =>
    t('units.hours', {
      days:
        days.length === weekDays.length
          ? t('units.everyDay')
          : weekDays
              .filter((day) => days.includes(day))
              .map((day) => format.weekday(day, 'short'))
              .join(', '),
      from,
      to,
      price: format.money(tariff),
    })
}
