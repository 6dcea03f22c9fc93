import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ReadingAge } from '../../../ui/duration.tsx'
import { When } from '../../../ui/when.tsx'
import { groupMeterValues, type MeterGroup, type Reading } from './meter-groups.ts'
import classes from './meter-values.module.css'
import { meterValuesQuery } from './station-query.ts'

const measurands = [
  'Energy.Active.Import.Register',
  'Energy.Active.Import.Interval',
  'Energy.Active.Export.Register',
  'Power.Active.Import',
  'Power.Active.Export',
  'Power.Offered',
  'Power.Factor',
  'Current.Import',
  'Current.Export',
  'Current.Offered',
  'Voltage',
  'Frequency',
  'SoC',
  'Temperature',
  'RPM',
] as const
/** A dot would be read as a level of the translations. */
type Named = (typeof measurands)[number] extends infer M ? (M extends string ? Undotted<M> : never) : never
type Undotted<M extends string> = M extends `${infer Head}.${infer Tail}` ? `${Head}${Undotted<Tail>}` : M

const nameOf = (measurand: string): Named | null =>
  (measurands as readonly string[]).includes(measurand) ? (measurand.replaceAll('.', '') as Named) : null

interface MeterValuesProps {
  stationId: string
  connectorNumber: number
  orderId: number | null
}

/** The last meter values of a connector, by measurand and phase. */
export function MeterValues({ stationId, connectorNumber, orderId }: MeterValuesProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { data, error } = useQuery(meterValuesQuery(stationId, connectorNumber, orderId))
  if (!data) {
    return error ? (
      <p className={classes.none}>{errorText(error)}</p>
    ) : (
      <Skeleton height={72} aria-busy="true" />
    )
  }
  if (data.length === 0) return <p className={classes.none}>{t('station.meters.empty')}</p>
  const measuredAt = data.reduce((last, { timestamp }) => (timestamp > last ? timestamp : last), '')
  return (
    <div className={classes.meters}>
      <dl className={classes.groups}>
        {groupMeterValues(data).map((group) => (
          <Group key={group.measurand} group={group} />
        ))}
      </dl>
      <p className={classes.none}>
        {t('station.meters.at')} <When at={measuredAt} style="fullSeconds" /> <ReadingAge at={measuredAt} />
      </p>
    </div>
  )
}

function Group({ group: { measurand, readings } }: { group: MeterGroup }) {
  const { t } = useTranslation()
  const name = nameOf(measurand)
  return (
    <div className={classes.group}>
      <dt>{name ? t(`station.measurand.${name}`) : measurand}</dt>
      {readings.map((reading) => (
        <dd key={reading.key}>
          <ReadingText reading={reading} />
        </dd>
      ))}
    </div>
  )
}

function ReadingText({ reading: { phase, location, value, unit } }: { reading: Reading }) {
  const { t } = useTranslation()
  const format = useFormat()
  const translated = unit === 'kWh' ? t('units.kwh') : unit === 'kW' ? t('units.kw') : unit
  const place = [phase, location === 'Outlet' ? null : location].filter(Boolean).join(' ')
  return (
    <>
      {place && <span className={classes.phase}>{place}</span>}
      {format.number(value, decimalsOf(value, unit))}
      {unit && <span className={classes.unit}>&nbsp;{translated}</span>}
    </>
  )
}

function decimalsOf(value: number, unit: string): number {
  if (unit === 'kWh') return 3
  return Number.isInteger(value) ? 0 : 1
}
