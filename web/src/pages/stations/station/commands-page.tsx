import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readingsQuery } from '../../../slices/control/commands/readings/readings-query.ts'
import { TextsPanel } from '../../../slices/control/commands/readings/texts-panel.tsx'
import { TariffsPanel } from '../../../slices/control/commands/tariffs/tariffs-panel.tsx'
import { CertificatesPanel } from '../../../slices/control/commands/tasks/certificates-panel.tsx'
import { ControlPanel } from '../../../slices/control/commands/tasks/control-panel.tsx'
import { FirmwarePanel } from '../../../slices/control/commands/tasks/firmware-panel.tsx'
import { LimitsPanel } from '../../../slices/control/commands/tasks/limits-panel.tsx'
import { LocalListPanel, ReservationsPanel } from '../../../slices/control/commands/tasks/list-panel.tsx'
import { SecurityPanel } from '../../../slices/control/commands/tasks/security-panel.tsx'
import { tasksQuery } from '../../../slices/control/commands/tasks/tasks-query.ts'
import { UploadsPanel } from '../../../slices/control/commands/tasks/uploads-panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from './commands-page.module.css'
import { useStationId } from './station-frame.tsx'

const panels = [
  ControlPanel,
  LimitsPanel,
  FirmwarePanel,
  UploadsPanel,
  LocalListPanel,
  ReservationsPanel,
  SecurityPanel,
  CertificatesPanel,
]

/** Tasks for a station, each with its own panel, and their outcomes. */
export function CommandsPage() {
  const { t } = useTranslation()
  const stationId = useStationId()
  const query = useQuery(tasksQuery(stationId))
  const readings = useQuery(readingsQuery(stationId)).data
  const state = query.data
  if (!state) {
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <div className={classes.columns} aria-busy="true">
        {panels.map(({ name }) => (
          <Skeleton key={name} height={220} radius={8} className={classes.panel!} />
        ))}
      </div>
    )
  }
  return (
    <>
      {!state.online && <p className={classes.offline}>{t('command.offline')}</p>}
      <div className={classes.columns}>
        {panels.map((One) => (
          <div key={One.name} className={classes.panel}>
            <One stationId={stationId} state={state} />
          </div>
        ))}
        {state.tariffs && (
          <div className={classes.panel}>
            <TariffsPanel tariffs={state.tariffs} />
          </div>
        )}
        {readings?.texts && (
          <div className={classes.panel}>
            <TextsPanel
              stationId={stationId}
              online={readings.online}
              reading={readings.texts}
              timeZone={readings.time_zone}
            />
          </div>
        )}
      </div>
    </>
  )
}
