import type { Connector } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCode } from '../../../../i18n/use-code.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Ago } from '../../../../ui/dates/duration.tsx'
import { ConnectorStatusBadge } from '../../../../ui/figures/status.tsx'
import { ConnectorIcon } from '../../../../ui/pictures/connector-icon.tsx'
import { IconAlertTriangle, IconPlug } from '../../../../ui/pictures/icons.ts'
import { isUnpriced } from '../shared/connector-price.ts'
import classes from './connector-panel.module.css'
import { RemoteControl } from './remote-control.tsx'
import type { DriverPick } from './start-form.tsx'
import { MeterValues } from './values/meter-values.tsx'

interface ConnectorPanelProps {
  stationId: string
  connector: Connector
  /** Counted through the whole station, from 1. */
  number: number
  /** The open order's values, for those who may see orders. */
  order?: ReactNode
  /** A link to an order for those who may see it, for others its words alone. */
  linkTo: (orderId: number, text: string) => ReactNode
  driverPicker: DriverPick
  /** what else may be begun here */
  offer: ReactNode
}

/** One connector: what it is, how it is, what it costs, what it does, and the remote control. */
export function ConnectorPanel({
  stationId,
  connector,
  number,
  order,
  linkTo,
  driverPicker,
  offer,
}: ConnectorPanelProps) {
  const { t } = useTranslation()
  const title = `connector-${connector.id}`
  const waits = connector.origin_status === 'Preparing' || connector.origin_status === 'Occupied'
  return (
    <section className={classes.connector} aria-labelledby={title}>
      <Head connector={connector} number={number} titleId={title} />
      <Fault connector={connector} />
      {waits && connector.open_order_id === null && (
        <p className={classes.waits}>
          <IconPlug size={16} stroke={1.75} aria-hidden="true" />
          {t('station.connector.waits')}
        </p>
      )}
      <Prices connector={connector} />
      {connector.open_order_id !== null && (
        <div className={classes.order}>
          {order}
          {linkTo(connector.open_order_id, t('station.order', { id: connector.open_order_id }))}
        </div>
      )}
      <RemoteControl
        connector={connector}
        number={number}
        stationId={stationId}
        linkTo={linkTo}
        driverPicker={driverPicker}
      />
      {offer}
      <details className={classes.meters} open>
        <summary>{t('station.meters.title')}</summary>
        <MeterValues stationId={stationId} connectorNumber={number} orderId={connector.open_order_id} />
      </details>
    </section>
  )
}

interface HeadProps {
  connector: Connector
  number: number
  titleId: string
}

/** What a connector is, and how it is. */
function Head({ connector, number, titleId }: HeadProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const power = format.number(connector.power, Number.isInteger(connector.power) ? 0 : 1)
  return (
    <header className={classes.head}>
      <span className={classes.icon}>
        <ConnectorIcon type={connector.type} size={36} />
      </span>
      <div className={classes.name}>
        <h2 className={classes.title} id={titleId}>
          {t('station.connector.title', { number })}
        </h2>
        <p className={classes.type}>
          {`${connector.type} · ${connector.current} · ${power}\u00a0${t('units.kw')}`}
        </p>
      </div>
      <div className={classes.status}>
        <ConnectorStatusBadge status={connector.status} origin={connector.origin_status} />
        {connector.status !== 'offline' && connector.status_updated_at && (
          <span className={classes.since}>
            <Ago at={connector.status_updated_at} />
          </span>
        )}
      </div>
    </header>
  )
}

/** The error that the connector reports, and what it says beside it. */
function Fault({ connector }: { connector: Connector }) {
  const { t } = useTranslation()
  const code = useCode()
  const fault = connector.error_code && connector.error_code !== 'NoError' ? connector.error_code : null
  if (!fault && !connector.info) return null
  return (
    <p className={classes.fault} data-bad={fault ? true : undefined}>
      {fault && <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />}
      {[fault && code('error', fault), connector.info && t('codes.own', { word: connector.info })]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

function Prices({ connector }: { connector: Connector }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { tariff, rate, start_fee, monetized } = connector
  if (!monetized) return <p className={classes.prices}>{t('station.connector.free')}</p>
  if (isUnpriced(connector))
    return (
      <p className={classes.unpriced}>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
        {t('stations.card.unpriced')}
      </p>
    )
  return (
    <dl className={classes.priceList}>
      <div>
        <dt>{t('station.connector.tariff')}</dt>
        <dd>
          {format.money(tariff)} {t('units.perKwh')}
        </dd>
      </div>
      <div>
        <dt>{t('station.connector.rate')}</dt>
        <dd>
          {format.money(rate)} {t('units.perMinute')}
        </dd>
      </div>
      <div>
        <dt>{t('station.connector.startFee')}</dt>
        <dd>{format.money(start_fee)}</dd>
      </div>
    </dl>
  )
}
