import type { Controllers } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useCode } from '../../../../i18n/use-code.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Ago } from '../../../../ui/dates/duration.tsx'
import { Dash } from '../../../../ui/figures/quantity.tsx'
import { ConnectorStatusBadge } from '../../../../ui/figures/status.tsx'
import { Fact, Facts } from '../../../../ui/frame/facts.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { Measured } from '../details/values/measured.tsx'
import { readable } from '../details/values/meter-groups.ts'
import classes from './evse-panel.module.css'

/** The names of autoenterprise's extendedMeterValues: what each measures, and in which unit. */
const extended: Record<string, [measurand: string, unit: string]> = {
  energy_wh: ['Energy.Active.Import.Register', 'Wh'],
  power_w: ['Power.Active.Import', 'W'],
  voltage_v: ['Voltage', 'V'],
  current_a: ['Current.Import', 'A'],
  frequency_hz: ['Frequency', 'Hz'],
  temperature_c: ['Temperature', 'Celsius'],
}

type ReportedEvse = Controllers['evses'][number]
type ReportedConnector = ReportedEvse['connectors'][number]

/** An EVSE as its controller reports it: whether it is in operation, its connectors and their extended meter values. */
export function EvsePanel({ evse }: { evse: ReportedEvse }) {
  const { t } = useTranslation()
  const { number, operational, availability_pending, connectors } = evse
  return (
    <Panel title={t('stations.evse', { number })}>
      <Facts>
        <Fact name={t('stations.card.operational')}>{operational ? t('common.yes') : t('common.no')}</Fact>
        {availability_pending && (
          <Fact name={t('station.controllers.wish')}>{t('stations.operation.pending')}</Fact>
        )}
      </Facts>
      {connectors.map((connector) => (
        <ConnectorReport key={connector.id} connector={connector} />
      ))}
    </Panel>
  )
}

function ConnectorReport({ connector }: { connector: ReportedConnector }) {
  const { t } = useTranslation()
  const code = useCode()
  const none = <Dash label={t('common.noValue')} />
  const values = Object.entries(connector.extended_meter_values ?? {})
  return (
    <section className={classes.connector}>
      <h3 className={classes.title}>
        {t('station.connector.title', { number: connector.ordinal })}
        <span className={classes.type}>{connector.type}</span>
      </h3>
      <Facts>
        <Fact name={t('station.card.status')}>
          <ConnectorStatusBadge status={connector.status} origin={connector.origin_status} />
        </Fact>
        <Fact name={t('station.controllers.said')}>
          {connector.origin_status ? code('status', connector.origin_status) : none}
        </Fact>
        <Fact name={t('station.controllers.since')}>
          {connector.status_updated_at ? <Ago at={connector.status_updated_at} /> : none}
        </Fact>
        <Fact name={t('station.controllers.error')}>
          {connector.error_code ? code('error', connector.error_code) : none}
        </Fact>
        {connector.info && (
          <Fact name={t('station.controllers.info')}>{t('codes.own', { word: connector.info })}</Fact>
        )}
        {values.map(([name, value]) => {
          const meant = Object.hasOwn(extended, name) ? extended[name] : undefined
          return (
            <Fact
              key={name}
              name={meant ? code('measurand', meant[0]) : <code className={classes.name}>{name}</code>}
            >
              <Value value={value} unit={meant?.[1]} />
            </Fact>
          )
        })}
      </Facts>
      {values.length === 0 && <p className={classes.none}>{t('station.controllers.noExtended')}</p>}
    </section>
  )
}

function Value({ value, unit }: { value: unknown; unit: string | undefined }) {
  const format = useFormat()
  if (typeof value === 'number' && unit) return <Measured {...readable({ value, multiplier: 0, unit })} />
  if (typeof value === 'number') return format.number(value, Number.isInteger(value) ? 0 : 2)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
