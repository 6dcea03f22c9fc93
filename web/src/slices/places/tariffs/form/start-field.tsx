import { TextInput } from '@mantine/core'
import { dayOf } from '@stationmaster/units'
import { useTranslation } from 'react-i18next'
import { network } from '../../../../api/network.ts'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import type { PriceForm } from './price-form.ts'
import classes from './start-field.module.css'

interface StartFieldProps {
  form: PriceForm
  set: (change: Partial<PriceForm>) => void
  valid: boolean
  now: number
  /** left out: the network's */
  timeZone?: string
}

/** When the price begins: now, or at a day and time in a time zone. */
export function StartField({ form, set, valid, now, timeZone = network.timeZone }: StartFieldProps) {
  const { t } = useTranslation()
  const tomorrow = dayOf(new Date(now + 24 * 60 * 60 * 1000), timeZone)
  return (
    <div className={classes.start}>
      <SegmentedControl
        aria-label={t('tariffs.start.label')}
        value={form.later ? 'later' : 'now'}
        onChange={(value) => set({ later: value === 'later', day: form.day || tomorrow })}
        data={[
          { value: 'now', label: t('tariffs.start.now') },
          { value: 'later', label: t('tariffs.start.later') },
        ]}
      />
      {form.later && (
        <div className={classes.moment}>
          <TextInput
            type="date"
            label={t('tariffs.start.day')}
            value={form.day}
            min={dayOf(new Date(now), timeZone)}
            onChange={(event) => set({ day: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={t('tariffs.start.time')}
            value={form.time}
            onChange={(event) => set({ time: event.currentTarget.value })}
          />
          <p className={classes.note} data-bad={!valid || undefined} role={valid ? undefined : 'alert'}>
            {valid ? t('tariffs.start.zone', { zone: timeZone }) : t('tariffs.start.past')}
          </p>
        </div>
      )}
    </div>
  )
}
