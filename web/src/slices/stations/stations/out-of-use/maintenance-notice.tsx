import type { Maintenance, Station } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { IconTool } from '../../../../ui/pictures/icons.ts'
import { CommandAnswer } from '../../../../ui/states/command-answer.tsx'
import { useStationCommands } from '../menu/station-commands.ts'
import classes from '../shared/notice.module.css'
import { maintenancesQuery } from './maintenances-query.ts'

/** The maintenance of a station that runs or is planned, each with a button that ends or cancels it. */
export function MaintenanceNotice({ station }: { station: Station }) {
  const errorText = useErrorText()
  const { endMaintenance: end } = useStationCommands(station)
  const { maintenance: next } = station
  // most stations have none, and others only the next one
  const list = useQuery({ ...maintenancesQuery(station.id), enabled: next !== null })
  if (next === null) return null
  return (
    <>
      {(list.data ?? [next]).map((one) => (
        <Line
          key={one.id}
          maintenance={one}
          {...(station.can.change ? { onEnd: () => end.mutate(one.id) } : {})}
          loading={end.isPending && end.variables === one.id}
        />
      ))}
      {end.isError && (
        <CommandAnswer good={false} onClose={end.reset}>
          {errorText(end.error)}
        </CommandAnswer>
      )}
    </>
  )
}

interface LineProps {
  maintenance: Maintenance
  onEnd?: () => void
  loading: boolean
}

function Line({ maintenance: { state, starts_at, ends_at, note }, onEnd, loading }: LineProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const moment = (at: string) => format.when(new Date(at), 'full')
  const isRunning = state === 'running'
  return (
    <div className={classes.notice} data-tone="warn" role="note">
      <IconTool size={18} stroke={1.75} className={classes.icon} aria-hidden="true" />
      <p className={classes.words}>
        {isRunning
          ? t('stations.maintenance.runs', { to: moment(ends_at) })
          : t('stations.maintenance.planned', { from: moment(starts_at), to: moment(ends_at) })}
        {note && <span className={classes.note}>{note}</span>}
      </p>
      {onEnd && (
        <ChangeButton variant="default" size="compact-md" onClick={onEnd} loading={loading}>
          {t(isRunning ? 'stations.maintenance.end' : 'stations.maintenance.withdraw')}
        </ChangeButton>
      )}
    </div>
  )
}
