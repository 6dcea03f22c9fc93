import { Switch } from '@mantine/core'
import type { Station } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { ConnectorStatusBadge } from '../../../../ui/figures/status.tsx'
import { ConnectorIcon } from '../../../../ui/pictures/connector-icon.tsx'
import classes from './evse-switches.module.css'
import { mayOperate } from './settings.ts'

interface EvseSwitchesProps {
  station: Station
  desired: Record<number, boolean>
  onChange: (evse: number, on: boolean) => void
}

/** Each EVSE with its switch and its connectors. */
export function EvseSwitches({ station, desired, onChange }: EvseSwitchesProps) {
  const { t } = useTranslation()
  return (
    <ul className={classes.evses}>
      {station.evses.map((evse) => (
        <li key={evse.number} className={classes.evse}>
          <Switch
            label={t('stations.evse', { number: evse.number })}
            description={
              mayOperate(evse)
                ? evse.availability_pending
                  ? t('stations.operation.pending')
                  : undefined
                : t('stations.settings.noVersion')
            }
            checked={mayOperate(evse) && (desired[evse.number] ?? false)}
            disabled={!mayOperate(evse)}
            onChange={(event) => onChange(evse.number, event.currentTarget.checked)}
          />
          <ul className={classes.connectors}>
            {evse.connectors.map((connector) => (
              <li key={connector.id}>
                <ConnectorIcon type={connector.type} size={22} />
                <span className={classes.kind}>
                  {`${connector.type} · ${connector.power}\u00a0${t('units.kw')}`}
                </span>
                <ConnectorStatusBadge status={connector.status} origin={connector.origin_status} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
