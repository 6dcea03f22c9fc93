import { Tooltip } from '@mantine/core'
import type { Station } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../../../i18n/format.ts'
import { Ago } from '../../../../../ui/dates/duration.tsx'
import { Dash } from '../../../../../ui/figures/quantity.tsx'
import { StationStatusBadge } from '../../../../../ui/figures/status.tsx'
import { Fact, Facts } from '../../../../../ui/frame/facts.tsx'
import { Panel } from '../../../../../ui/frame/panel.tsx'
import { AdmissionLock } from '../../../../../ui/locks/admission-lock.tsx'
import { ProLock } from '../../../../../ui/locks/pro-lock.tsx'
import { IconAlertTriangle } from '../../../../../ui/pictures/icons.ts'
import { Signal } from '../../shared/signal.tsx'
import { reportOf } from '../../shared/station-report.ts'
import { ReportedConnectors } from '../reported-connectors.tsx'
import classes from './station-panel.module.css'
import { StationPicture } from './station-picture.tsx'

interface StationPanelProps {
  station: Station
  locationLink?: ReactNode
  uptime?: ReactNode
}

/** What a station is and how it is at this moment. */
export function StationPanel({ station, locationLink, uptime }: StationPanelProps) {
  const { t } = useTranslation()
  const { tamper } = reportOf(station)
  const cables = station.evses.flatMap((evse) => evse.connectors).length
  return (
    <Panel title={t('station.card.title')}>
      <div className={classes.picture}>
        <StationPicture image={station.image} cables={cables} />
      </div>
      {!station.monetized && <p className={classes.free}>{t('station.card.free')}</p>}
      <ReportedConnectors station={station} />
      {station.sales_paused && <p className={classes.paused}>{t('station.card.paused')}</p>}
      {station.can.monetize &&
        (station.needs_admission ? (
          <AdmissionLock locationId={station.location_id} />
        ) : (
          station.needs_pro && <ProLock>{t('stations.monetize.lock')}</ProLock>
        ))}
      {tamper && (
        <p className={classes.tamper}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          {t('stations.tamper')}
        </p>
      )}
      <StationFacts station={station} locationLink={locationLink} uptime={uptime} />
    </Panel>
  )
}

/** Its state, its names and its place. */
function StationFacts({ station, locationLink, uptime }: StationPanelProps) {
  const { t } = useTranslation()
  const { rssi } = reportOf(station)
  const place = [station.location_city, station.location_street].filter(Boolean).join(', ')
  return (
    <Facts>
      <Fact name={t('station.card.status')}>
        <StationStatusBadge status={station.status} />
      </Fact>
      <Fact name={t('station.card.connection')}>
        {station.online ? t('station.card.online') : t('station.card.offline')}
      </Fact>
      <Fact name={t('station.card.lastContact')}>
        <Ago at={station.ping_timestamp} />
      </Fact>
      {uptime && <Fact name={t('station.card.uptime')}>{uptime}</Fact>}
      <Fact name={t('station.card.number')}>{stationNumber(station.number)}</Fact>
      <Fact name={t('station.card.id')}>
        <Tooltip label={station.id} disabled={station.id.length < 28}>
          <span>{station.id}</span>
        </Tooltip>
      </Fact>
      <Fact name={t('station.card.vendor')}>{station.vendor_name}</Fact>
      <Fact name={t('station.card.model')}>{station.model}</Fact>
      <Fact name={t('station.card.location')}>{locationLink || station.location_name}</Fact>
      <Fact name={t('station.card.address')}>{place || <Dash label={t('common.noValue')} />}</Fact>
      <Fact name={t('station.card.monetized')}>
        {station.monetized ? t('station.card.paid') : t('station.connector.free')}
      </Fact>
      <Fact name={t('station.card.reservations')}>
        {station.reservations_supported || !station.reserves
          ? t(station.reserves ? 'common.yes' : 'common.no')
          : t('station.card.reservesAnyway')}
      </Fact>
      <Fact name={t('station.card.signal')}>
        <Signal rssi={rssi} />
      </Fact>
    </Facts>
  )
}
