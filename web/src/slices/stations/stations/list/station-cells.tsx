import type { Station } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../../i18n/format.ts'
import { Dash } from '../../../../ui/figures/quantity.tsx'
import { StationStatusBadge } from '../../../../ui/figures/status.tsx'
import { PlainLink } from '../../../../ui/frame/plain-link.tsx'
import { ConnectorIcon } from '../../../../ui/pictures/connector-icon.tsx'
import { IconAlertTriangle, type IconCoins } from '../../../../ui/pictures/icons.ts'
import { TwoLines } from '../../../../ui/tables/data-table.tsx'
import { MaintenanceMark } from '../out-of-use/maintenance-mark.tsx'
import { reportOf } from '../shared/station-report.ts'
import classes from './station-table.module.css'

export const hrefOf = ({ id }: Station) => `/charge-points/${encodeURIComponent(id)}/information`

/** Yes as an icon, no as a dash, both with a text for screen readers. */
export function Flag({ on, icon: Icon }: { on: boolean; icon: typeof IconCoins }) {
  const { t } = useTranslation()
  if (!on) return <Dash label={t('common.no')} />
  return <Icon size={18} stroke={1.75} role="img" aria-label={t('common.yes')} className={classes.flag} />
}

export function StationAddress({ station, linked }: { station: Station; linked: boolean }) {
  const name = linked ? (
    <PlainLink href={`/locations/${station.location_id}/stations`} className={classes.location}>
      {station.location_name}
    </PlainLink>
  ) : (
    station.location_name
  )
  return (
    <TwoLines
      top={name}
      bottom={[station.location_city, station.location_street].filter(Boolean).join(', ')}
    />
  )
}

export function StationName({ station, linked = false }: { station: Station; linked?: boolean }) {
  const { t } = useTranslation()
  const number = stationNumber(station.number)
  return (
    <span className={classes.name}>
      {linked ? (
        <PlainLink href={hrefOf(station)} className={classes.link} label={t('stations.open', { number })}>
          {number}
        </PlainLink>
      ) : (
        number
      )}
      {reportOf(station).tamper && (
        <span
          className={classes.tamper}
          role="img"
          aria-label={t('stations.tamper')}
          title={t('stations.tamper')}
        >
          <IconAlertTriangle size={15} stroke={1.75} />
        </span>
      )}
    </span>
  )
}

/** How a station is, and until when it is under maintenance. */
export function StationState({ station }: { station: Station }) {
  return (
    <span className={classes.status}>
      <StationStatusBadge status={station.status} />
      <MaintenanceMark station={station} short />
    </span>
  )
}

export function Owner({ station }: { station: Station }) {
  const { t } = useTranslation()
  const name = [station.owner_first_name, station.owner_last_name].filter(Boolean).join(' ')
  if (!name && !station.owner_email) return <Dash label={t('common.noValue')} />
  return <TwoLines top={name || station.owner_email} bottom={name ? station.owner_email : null} />
}

export function Connectors({ station }: { station: Station }) {
  const { t } = useTranslation()
  return (
    <span className={classes.connectors}>
      {station.evses
        .flatMap((evse) => evse.connectors)
        .map((connector) => (
          <span
            key={connector.id}
            className={classes.connector}
            data-status={connector.status}
            title={`${connector.type} · ${connector.power} ${t('units.kw')} · ${t(`enums.connectorStatus.${connector.status}`)}`}
          >
            <ConnectorIcon type={connector.type} size={22} />
          </span>
        ))}
    </span>
  )
}
