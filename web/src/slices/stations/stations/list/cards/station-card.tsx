import { Switch } from '@mantine/core'
import type { Connector, Station, StationFigures } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../../../i18n/format.ts'
import { useFormat } from '../../../../../i18n/use-format.ts'
import { Ago } from '../../../../../ui/dates/duration.tsx'
import { ConnectorStatusBadge, StationStatusBadge } from '../../../../../ui/figures/status.tsx'
import { ConnectorIcon } from '../../../../../ui/pictures/connector-icon.tsx'
import { IconAlertTriangle } from '../../../../../ui/pictures/icons.ts'
import { StationPicture } from '../../details/picture/station-picture.tsx'
import { CommandDialogs, type StationDialog } from '../../menu/command-dialogs.tsx'
import { isOperative, type StationCommands, useStationCommands } from '../../menu/station-commands.ts'
import { StationMenu } from '../../menu/station-menu.tsx'
import { MaintenanceMark } from '../../out-of-use/maintenance-mark.tsx'
import { isUnpriced, useConnectorPrice } from '../../shared/connector-price.ts'
import { Signal } from '../../shared/signal.tsx'
import { reportOf } from '../../shared/station-report.ts'
import { CardFigures } from './card-figures.tsx'
import classes from './station-card.module.css'

interface StationCardProps {
  station: Station
  /** not known yet: dashes */
  figures: StationFigures | undefined
}

/** A station of a location: what it is, how its connectors are and what they cost, what it did, and its two switches. */
export function StationCard({ station, figures }: StationCardProps) {
  const { t } = useTranslation()
  const number = stationNumber(station.number)
  const connectors = station.evses.flatMap((evse) => evse.connectors)
  const { rssi, tamper } = reportOf(station)
  const params = { stationId: station.id }
  return (
    <article className={classes.card} aria-label={t('station.title', { number })}>
      <div className={classes.top}>
        <span className={classes.picture}>
          <StationPicture image={station.image} cables={connectors.length} />
        </span>
        <div className={classes.words}>
          <h2 className={classes.number}>
            <Link to="/charge-points/$stationId/information" params={params} className={classes.link!}>
              {number}
            </Link>
          </h2>
          <p className={classes.model}>{`${station.vendor_name} ${station.model}`}</p>
          <StationStatusBadge status={station.status} />
          <MaintenanceMark station={station} />
          <p className={classes.contact}>
            <Ago at={station.ping_timestamp} />
            <Signal rssi={rssi} />
          </p>
          {tamper && (
            <p className={classes.tamper}>
              <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
              {t('stations.tamper')}
            </p>
          )}
        </div>
        <StationMenu station={station} />
      </div>
      <ul className={classes.connectors}>
        {connectors.map((connector) => (
          <ConnectorLine key={connector.id} connector={connector} />
        ))}
      </ul>
      <CardFigures figures={figures} />
      <Switches station={station} />
    </article>
  )
}

function ConnectorLine({ connector }: { connector: Connector }) {
  const { t } = useTranslation()
  const format = useFormat()
  const priceOf = useConnectorPrice()
  const { type, power, status, origin_status, monetized } = connector
  const unpriced = monetized && isUnpriced(connector)
  return (
    <li className={classes.connector}>
      <span className={classes.icon}>
        <ConnectorIcon type={type} size={28} />
      </span>
      <span className={classes.kind}>
        <b>{type}</b>
        <span>{`${format.number(power, Number.isInteger(power) ? 0 : 1)}\u00a0${t('units.kw')}`}</span>
      </span>
      <span className={classes.state}>
        <ConnectorStatusBadge status={status} origin={origin_status} />
        <span data-warn={unpriced || undefined}>
          {!monetized
            ? t('station.connector.free')
            : unpriced
              ? t('stations.card.unpriced')
              : priceOf(connector)}
        </span>
      </span>
    </li>
  )
}

function Switches({ station }: { station: Station }) {
  const { t } = useTranslation()
  const commands = useStationCommands(station)
  const [opened, setOpened] = useState<StationDialog | null>(null)
  const { operate, monetize } = commands
  const waits = station.evses.some((evse) => evse.availability_pending)
  return (
    <div className={classes.switches}>
      <Switch
        label={t('stations.card.operational')}
        description={waits ? t('stations.operation.pending') : undefined}
        checked={isOperative(station)}
        disabled={!station.can.change || operate.isPending}
        onChange={() => setOpened('operate')}
      />
      <Switch
        label={t('stations.card.monetized')}
        checked={monetize.isPending ? monetize.variables : station.monetized}
        disabled={!station.can.monetize || monetize.isPending}
        onChange={() => setOpened('monetize')}
      />
      <CommandDialogs
        station={station}
        commands={commands satisfies StationCommands}
        opened={opened}
        onOpen={setOpened}
      />
    </div>
  )
}
