import { Loader } from '@mantine/core'
import type { StationReadings } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../../ui/dates/duration.tsx'
import classes from '../tasks/tasks.module.css'

type Progress = Pick<NonNullable<StationReadings['texts']>, 'asked_at' | 'fetched_at' | 'under_way'>

/** The age of a reading, and whether more of it is under way. */
export function ReadingState({ reading, none }: { reading: Progress; none: string }) {
  const { t } = useTranslation()
  const { asked_at, fetched_at, under_way } = reading
  // a refusal or a missing answer is shown with the task itself
  const silent = !under_way && asked_at !== null && fetched_at === null
  return (
    <p className={classes.age} role="status">
      {under_way && (
        <>
          <Loader size={12} /> {t('readings.underWay')}{' '}
        </>
      )}
      {fetched_at ? (
        <>
          {t('readings.asOf')} <Ago at={fetched_at} />
        </>
      ) : (
        !under_way && (silent ? t('readings.silent') : none)
      )}
    </p>
  )
}
