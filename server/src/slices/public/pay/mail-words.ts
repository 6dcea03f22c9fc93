import type { Language } from '@stationmaster/contract'
import { MINUTE_MS, writing } from '@stationmaster/units'
import { fill, formatsOf } from '../../../platform/documents/paper.ts'
import type { Order } from '../../charging/orders/order.ts'
import { simpleView } from '../../places/tariffs/elements.ts'
import { windowsOf } from '../../places/tariffs/pricing/windows.ts'
import type { PayPlace } from './store.ts'

interface PriceWords {
  energy: string
  time: string
  session: string
  reservation: string
  discount: string
  free: string
  /** where the price is another one at other times */
  windows: string
}

const words: Record<Language, PriceWords> = {
  en: {
    energy: '{price} per kWh',
    time: '{price} per minute',
    session: '{price} per session',
    reservation: '{price} for the reservation',
    discount: 'less {percent} %',
    free: 'free of charge',
    windows: 'at some times other prices, which the page tells',
  },
  de: {
    energy: '{price} pro kWh',
    time: '{price} pro Minute',
    session: '{price} pro Ladevorgang',
    reservation: '{price} für die Reservierung',
    discount: 'abzüglich {percent} %',
    free: 'kostenlos',
    windows: 'zu manchen Zeiten andere Preise, die auf der Seite stehen',
  },
  ru: {
    energy: '{price} за кВт·ч',
    time: '{price} за минуту',
    session: '{price} за сессию',
    reservation: '{price} за бронирование',
    discount: 'скидка {percent} %',
    free: 'бесплатно',
    windows: 'в некоторые часы цены другие, они указаны на странице',
  },
}

/** What a mail tells of an order before its driver agrees: place, station, connector, price in words, and the most that is held. */
export function wordsOf(
  order: Order,
  { place, stationNumber, connector, elements }: PayPlace,
  { language, currency, now }: { language: Language; currency: string; now: Date },
) {
  const format = formatsOf(language, currency)
  const { tariff, rate, startFee } = simpleView(elements ?? [])
  const told = words[language]
  const priced = [
    [told.energy, tariff],
    [told.time, rate],
    [told.session, startFee],
    [told.reservation, order.reservationFeeMinor ?? 0],
  ] as const
  const prices = [
    ...priced.flatMap(([text, minor]) => (minor > 0 ? [fill(text, { price: format.money(minor) })] : [])),
    ...(order.discountPercent > 0
      ? [fill(told.discount, { percent: format.percent(order.discountPercent) })]
      : []),
    ...(windowsOf(elements ?? []).length > 0 ? [told.windows] : []),
  ]
  const minutes = order.payUntil ? Math.ceil((order.payUntil.getTime() - now.getTime()) / MINUTE_MS) : 0
  return {
    place: [place.name, place.street, place.city].filter(Boolean).join(', '),
    station: writing.stationNumber(stationNumber),
    connector: `${connector.type}, ${format.count(connector.power_kw)} ${language === 'ru' ? 'кВт' : 'kW'}`,
    price: prices.join(', ') || told.free,
    hold: format.money(order.holdMinor ?? 0),
    minutes: String(Math.max(0, minutes)),
  }
}
