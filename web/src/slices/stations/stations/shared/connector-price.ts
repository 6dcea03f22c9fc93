import type { Connector } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'

type Priced = Pick<Connector, 'tariff' | 'rate' | 'start_fee'>

/** Whether no part has a price: drivers pay 0.00 there, even if the station is monetized. */
export const isUnpriced = ({ tariff, rate, start_fee }: Priced): boolean =>
  tariff === 0 && rate === 0 && start_fee === 0

/** The price of charging at a connector in words, without the parts that cost nothing. */
export function useConnectorPrice(): (connector: Priced) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ tariff, rate, start_fee }) =>
    [
      tariff > 0 && `${format.money(tariff)} ${t('units.perKwh')}`,
      rate > 0 && `${format.money(rate)} ${t('units.perMinute')}`,
      start_fee > 0 && `${format.money(start_fee)} ${t('stations.card.start')}`,
    ]
      .filter(Boolean)
      .join(' + ')
}
