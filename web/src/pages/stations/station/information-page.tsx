import type { Station } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { DriverPicker } from '../../../slices/charging/drivers/driver-picker.tsx'
import { OrderLiveValues } from '../../../slices/charging/orders/details/figures/order-live-values.tsx'
import { TariffPanel } from '../../../slices/places/tariffs/tariff-panel.tsx'
import { OfferButton } from '../../../slices/public/pay/for-staff/offer-dialog.tsx'
import { ConnectorPanel } from '../../../slices/stations/stations/details/connector-panel.tsx'
import { StationPanel } from '../../../slices/stations/stations/details/picture/station-panel.tsx'
import { TechnicalPanel } from '../../../slices/stations/stations/details/picture/technical-panel.tsx'
import { stationQuery } from '../../../slices/stations/stations/details/station-query.ts'
import { UptimeFigure } from '../../../slices/stations/timeline/uptime-figure.tsx'
import { OrderLink } from '../../charging/order-link.tsx'
import classes from './information-page.module.css'
import { useStationId } from './station-frame.tsx'

/** What a station is, its connectors, and the remote control of each; the frame around it reads the station. */
export function InformationPage() {
  const role = useManager()?.role
  const station = useQuery(stationQuery(useStationId())).data
  if (!station) return null
  const seesOrders = role === 'administrator' || role === 'operator'
  const connectors = station.evses.flatMap((evse) => evse.connectors)
  const linkTo = (orderId: number, text: string) =>
    seesOrders ? (
      <Link to="/orders/$orderId/information" params={{ orderId: String(orderId) }} className={classes.link!}>
        {text}
      </Link>
    ) : (
      text
    )
  return (
    <div className={classes.columns}>
      <Side station={station} />
      <div className={classes.connectors}>
        {connectors.map((connector, index) => (
          <ConnectorPanel
            key={connector.id}
            stationId={station.id}
            connector={connector}
            number={index + 1}
            linkTo={linkTo}
            driverPicker={(how) => <DriverPicker {...how} pays={station.monetized} />}
            offer={
              station.monetized && (
                <OfferButton
                  connectorId={connector.id}
                  reserves={station.reservations_supported}
                  free={connector.open_order_id === null}
                  disabled={!connector.can.start}
                  linkTo={linkTo}
                  driverPicker={(onChange) => <DriverPicker onChange={onChange} />}
                />
              )
            }
            order={
              seesOrders &&
              connector.open_order_id !== null && <OrderLiveValues orderId={connector.open_order_id} />
            }
          />
        ))}
      </div>
    </div>
  )
}

/** What the station is, what it costs, and its technical facts. */
function Side({ station }: { station: Station }) {
  const { t } = useTranslation()
  const role = useManager()?.role
  const atLocation = { locationId: String(station.location_id) }
  return (
    <div className={classes.side}>
      <StationPanel
        station={station}
        uptime={
          <Link
            to="/charge-points/$stationId/timeline"
            params={{ stationId: station.id }}
            className={classes.link!}
          >
            <UptimeFigure stationId={station.id} />
          </Link>
        }
        locationLink={
          role === 'administrator' && (
            <Link to="/locations/$locationId/stations" params={atLocation} className={classes.link!}>
              {station.location_name}
            </Link>
          )
        }
      />
      {(role === 'administrator' || role === 'manager') && (
        <TariffPanel
          locationId={station.location_id}
          stationId={station.id}
          monetized={station.monetized}
          orderLink={(id) => <OrderLink id={id} />}
          more={
            <Link to="/locations/$locationId/pricing" params={atLocation} className={classes.link!}>
              {t('tariffs.panel.history')}
            </Link>
          }
        />
      )}
      {station.technical && <TechnicalPanel station={station} technical={station.technical} />}
    </div>
  )
}
