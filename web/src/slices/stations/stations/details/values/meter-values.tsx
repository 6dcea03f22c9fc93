import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCode } from '../../../../../i18n/use-code.ts'
import { useErrorText } from '../../../../../i18n/use-error-text.ts'
import { ReadingAge } from '../../../../../ui/dates/duration.tsx'
import { When } from '../../../../../ui/dates/when.tsx'
import { meterValuesQuery } from '../station-query.ts'
import { Measured } from './measured.tsx'
import { groupMeterValues, type MeterGroup, type Reading } from './meter-groups.ts'
import classes from './meter-values.module.css'

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
  const code = useCode()
  return (
    <div className={classes.group}>
      <dt>{code('measurand', measurand)}</dt>
      {readings.map((reading) => (
        <dd key={reading.key}>
          <ReadingText reading={reading} />
        </dd>
      ))}
    </div>
  )
}

function ReadingText({ reading: { phase, location, value, unit } }: { reading: Reading }) {
  const code = useCode()
  const place = [phase, location && location !== 'Outlet' && code('location', location)].filter(Boolean)
  return (
    <>
      {place.length > 0 && <span className={classes.phase}>{place.join(' ')}</span>}
      <Measured value={value} unit={unit} />
    </>
  )
}
