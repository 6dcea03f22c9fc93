import type { OrderDetails } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../../../api/session.ts'
import { stationNumber } from '../../../../../i18n/format.ts'
import { useFormat } from '../../../../../i18n/use-format.ts'
import { connectorNameOf } from '../connector-name.ts'
import classes from './order-facts.module.css'

/** Where an order charges: location, station, connector. */
export function OrderFacts({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { location, connector_power } = order
  const station = t('order.station', { number: stationNumber(order.station_number) })
  const opensStations = useManager()?.role !== 'accounter'
  const power = format.number(connector_power, Number.isInteger(connector_power) ? 0 : 1)
  return (
    <>
      {[location.city, location.street].filter(Boolean).join(', ') || location.name}
      {' · '}
      {opensStations ? (
        <Link
          to="/charge-points/$stationId/information"
          params={{ stationId: order.station_id }}
          className={classes.link!}
        >
          {station}
        </Link>
      ) : (
        station
      )}
      {' · '}
      {t('order.connector', { name: connectorNameOf(order) })}
      {`, ${order.connector_type}, ${power}\u00a0${t('units.kw')}`}
    </>
  )
}
