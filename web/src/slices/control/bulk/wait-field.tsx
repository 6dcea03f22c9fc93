import { Checkbox } from '@mantine/core'
import { bulkMostHours } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import classes from './bulk-form.module.css'

const usualHours = 24
export const waitBounds = { min: 1, max: bulkMostHours }

interface WaitFieldProps {
  /** null: stations that are not connected fail at once */
  hours: number | string | null
  onChange: (hours: number | string | null) => void
}

/** Whether stations that are not connected are waited for, and how long. */
export function WaitField({ hours, onChange }: WaitFieldProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.wait}>
      <Checkbox
        label={t('bulk.form.wait')}
        checked={hours !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? usualHours : null)}
      />
      {hours !== null && (
        <span className={classes.within}>
          {t('bulk.form.within')}
          <NumberField
            className={classes.hours!}
            aria-label={t('bulk.form.hours')}
            suffix={` ${t('bulk.form.hoursUnit')}`}
            {...waitBounds}
            value={hours}
            onChange={onChange}
          />
        </span>
      )}
    </div>
  )
}
