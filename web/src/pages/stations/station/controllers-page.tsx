import { Skeleton } from '@mantine/core'
import type { Controllers } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCode } from '../../../i18n/use-code.ts'
import { MonitorsPanel } from '../../../slices/control/commands/readings/monitors-panel.tsx'
import { readingsQuery } from '../../../slices/control/commands/readings/readings-query.ts'
import { ReportPanel } from '../../../slices/control/commands/readings/report-panel.tsx'
import { StreamsPanel } from '../../../slices/control/commands/readings/streams-panel.tsx'
import { MeterKeysPanel } from '../../../slices/stations/meters/meter-keys-panel.tsx'
import { ConfigurationPanel } from '../../../slices/stations/stations/controllers/configuration-panel.tsx'
import { controllersQuery } from '../../../slices/stations/stations/controllers/controllers-query.ts'
import { EvsePanel } from '../../../slices/stations/stations/controllers/evse-panel.tsx'
import { Signal } from '../../../slices/stations/stations/shared/signal.tsx'
import { Ago } from '../../../ui/dates/duration.tsx'
import { Dash } from '../../../ui/figures/quantity.tsx'
import { Fact, Facts } from '../../../ui/frame/facts.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { protocolName } from '../../../ui/words/protocol-name.ts'
import classes from './controllers-page.module.css'
import { useStationId } from './station-frame.tsx'

/** What a station's controllers report of themselves. */
export function ControllersPage() {
  const stationId = useStationId()
  const query = useQuery(controllersQuery(stationId))
  if (!query.data) {
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <div className={classes.columns} aria-busy="true">
        {['one', 'two', 'three'].map((bone) => (
          <Skeleton key={bone} height={280} radius={8} />
        ))}
      </div>
    )
  }
  const { online, evses, technical } = query.data
  return (
    <>
      <div className={classes.columns}>
        <ControllerPanel controllers={query.data} />
        {evses.map((evse) => (
          <EvsePanel key={evse.number} evse={evse} />
        ))}
      </div>
      <MeterKeysPanel stationId={stationId} />
      {technical && (
        <>
          <ConfigurationPanel stationId={stationId} online={online} configuration={technical.configuration} />
          <Readings stationId={stationId} />
          <StreamsPanel stationId={stationId} />
        </>
      )}
    </>
  )
}

/** The controller's connection and case, and to administrators what runs on it. */
function ControllerPanel({ controllers }: { controllers: Controllers }) {
  const { t } = useTranslation()
  const code = useCode()
  const { online, rssi, tamper, technical } = controllers
  const none = <Dash label={t('common.noValue')} />
  return (
    <Panel title={t('station.controllers.title')}>
      <Facts>
        <Fact name={t('station.card.connection')}>
          {online ? t('station.card.online') : t('station.card.offline')}
        </Fact>
        <Fact name={t('station.card.signal')}>
          <Signal rssi={rssi} />
        </Fact>
        <Fact name={t('station.controllers.case')}>
          {tamper ? t('stations.tamper') : t('station.controllers.closed')}
        </Fact>
        {technical && (
          <>
            <Fact name={t('station.technical.protocol')}>
              {technical.protocol ? protocolName(technical.protocol) : none}
            </Fact>
            <Fact name={t('station.technical.firmware_version')}>{technical.firmware_version ?? none}</Fact>
            <Fact name={t('station.controllers.booted')}>
              {technical.booted_at ? <Ago at={technical.booted_at} /> : none}
            </Fact>
            <Fact name={t('station.technical.boot_reason')}>
              {technical.boot_reason ? code('boot', technical.boot_reason) : none}
            </Fact>
          </>
        )}
      </Facts>
    </Panel>
  )
}

/** The station's report of its variables and its monitors, if its version has them. */
function Readings({ stationId }: { stationId: string }) {
  const readings = useQuery(readingsQuery(stationId)).data
  if (!readings?.report && !readings?.monitors) return null
  const { online, report, monitors } = readings
  return (
    <div className={classes.pair}>
      {report && <ReportPanel stationId={stationId} online={online} reading={report} />}
      {monitors && <MonitorsPanel stationId={stationId} online={online} reading={monitors} />}
    </div>
  )
}
