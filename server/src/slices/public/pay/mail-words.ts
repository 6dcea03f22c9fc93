import type { Language } from '@stationmaster/contract'
import { MINUTE_MS, writing } from '@stationmaster/units'
import { fill, texts } from '../../../i18n/index.ts'
import { formatsOf } from '../../../platform/documents/paper.ts'
import type { Order } from '../../charging/orders/order.ts'
import { pricesInWords, windowsInWords } from '../../places/tariffs/pricing/price-words.ts'
import type { PayPlace } from './store.ts'

/** The words of a mail about an order before its driver agrees: place, station, connector, price and the held amount. */
export function wordsOf(
  order: Order,
  { place, stationNumber, connector, elements }: PayPlace,
  { language, currency, now }: { language: Language; currency: string; now: Date },
) {
  const format = formatsOf(language, currency)
  const words = texts[language].mailedPrice
  const reservationMinor = order.reservationFeeMinor ?? 0
  const prices = [
    ...pricesInWords(elements ?? [], { language, currency }),
    ...(reservationMinor > 0 ? [fill(words.reservation, { price: format.money(reservationMinor) })] : []),
    ...(order.discountPercent > 0
      ? [fill(words.discount, { percent: format.percent(order.discountPercent) })]
      : []),
    ...windowsInWords(elements ?? [], language),
  ]
  const minutes = order.payUntil ? Math.ceil((order.payUntil.getTime() - now.getTime()) / MINUTE_MS) : 0
  return {
    place: [place.name, place.street, place.city].filter(Boolean).join(', '),
    station: writing.stationNumber(stationNumber),
    connector: `${connector.type}, ${format.count(connector.power_kw)} ${language === 'ru' ? 'кВт' : 'kW'}`,
    price: prices.join(', ') || words.free,
    hold: format.money(order.holdMinor ?? 0),
    minutes: String(Math.max(0, minutes)),
  }
}
