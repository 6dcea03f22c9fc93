import { ActionIcon, Button, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { IconPlus, IconX } from '../../../../ui/pictures/icons.ts'
import {
  type DayHours,
  faultOf,
  forAllDays,
  type Hours,
  isOvernight,
  isUniform,
  timeOf,
  usual,
} from './hours.ts'
import classes from './hours-editor.module.css'

interface HoursEditorProps {
  hours: Hours
  /** One line for all days; the other lines are disabled. */
  forAll: boolean
  onChange: (hours: Hours, forAll: boolean) => void
}

/** When a location is open: around the clock, or by weekday with as many periods as it needs. */
export function HoursEditor({ hours, forAll, onChange }: HoursEditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const fault = faultOf(hours)
  const dayName = (day: number) => format.weekday(day)
  const set = (day: DayHours) => {
    const days = forAll
      ? forAllDays(hours.days, day.periods)
      : hours.days.map((one) => (one.day === day.day ? day : one))
    onChange({ ...hours, days }, forAll)
  }
  const switchForAll = (on: boolean) => {
    const first = hours.days[0]?.periods ?? []
    const days = on ? forAllDays(hours.days, first.length > 0 ? first : [usual]) : hours.days
    onChange({ ...hours, days }, on)
  }
  return (
    <div className={classes.editor}>
      <SegmentedControl
        aria-label={t('locations.hours.title')}
        value={hours.always ? 'always' : 'hours'}
        onChange={(value) => onChange({ ...hours, always: value === 'always' }, forAll)}
        data={[
          { value: 'always', label: t('locations.hours.always') },
          { value: 'hours', label: t('locations.hours.byDay') },
        ]}
      />
      {!hours.always && (
        <>
          <Switch
            label={t('locations.hours.forAll')}
            checked={forAll}
            onChange={(event) => switchForAll(event.currentTarget.checked)}
          />
          {hours.days.map((day, index) => (
            <Day
              key={day.day}
              name={dayName(day.day)}
              day={day}
              disabled={forAll && index > 0}
              onChange={set}
            />
          ))}
          {fault && fault !== 'time' && (
            <p className={classes.fault} role="alert">
              {t('locations.hours.overlap', {
                days: [...new Set(fault.overlap)].map(dayName).join(', '),
              })}
            </p>
          )}
        </>
      )}
    </div>
  )
}

/** Whether the editor starts with one line for all days. */
export const startsForAll = (hours: Hours): boolean =>
  // hours have seven days
  !hours.always && isUniform(hours) && hours.days[0]!.periods.length > 0

interface DayProps {
  name: string
  day: DayHours
  disabled: boolean
  onChange: (day: DayHours) => void
}

function Day({ name, day, disabled, onChange }: DayProps) {
  const { t } = useTranslation()
  const { periods } = day
  const open = periods.length > 0
  const set = (next: DayHours['periods']) => onChange({ ...day, periods: next })
  return (
    <fieldset className={classes.day} disabled={disabled} aria-label={name}>
      <Switch
        className={classes.name!}
        label={name}
        checked={open}
        disabled={disabled}
        onChange={(event) => set(event.currentTarget.checked ? [usual] : [])}
      />
      {!open && <span className={classes.closed}>{t('locations.hours.closed')}</span>}
      <div className={classes.periods}>
        {periods.map((period, index) => (
          <Period
            // biome-ignore lint/suspicious/noArrayIndexKey: a period has no other name, and typing must not remount it
            key={index}
            period={period}
            nth={{ day: name, n: index + 1 }}
            disabled={disabled}
            onChange={(changed) => set(periods.map((one, place) => (place === index ? changed : one)))}
            onRemove={
              periods.length > 1 ? () => set(periods.filter((_, place) => place !== index)) : undefined
            }
          />
        ))}
        {open && !disabled && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            leftSection={<IconPlus size={14} />}
            aria-label={t('locations.hours.addTo', { day: name })}
            onClick={() => set([...periods, { opens: '', closes: '' }])}
          >
            {t('locations.hours.add')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

interface PeriodProps {
  period: DayHours['periods'][number]
  /** names it for screen readers */
  nth: { day: string; n: number }
  disabled: boolean
  onChange: (period: DayHours['periods'][number]) => void
  /** absent for the only one */
  onRemove: (() => void) | undefined
}

function Period({ period, nth, disabled, onChange, onRemove }: PeriodProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.period}>
      <Time
        label={t('locations.hours.opens', nth)}
        value={period.opens}
        disabled={disabled}
        onChange={(opens) => onChange({ ...period, opens })}
      />
      <span aria-hidden="true">–</span>
      <Time
        label={t('locations.hours.closes', nth)}
        value={period.closes}
        disabled={disabled}
        onChange={(closes) => onChange({ ...period, closes })}
      />
      {isOvernight(period) && <span className={classes.night}>{t('locations.hours.nextDay')}</span>}
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          disabled={disabled}
          aria-label={t('locations.hours.remove', nth)}
          onClick={onRemove}
        >
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </div>
  )
}

interface TimeProps {
  label: string
  value: string
  disabled: boolean
  onChange: (value: string) => void
}

/** A time as H:M; marked as wrong while it is invalid. */
function Time({ label, value, disabled, onChange }: TimeProps) {
  const { t } = useTranslation()
  const wrong = timeOf(value) === undefined
  return (
    <TextInput
      className={classes.time!}
      aria-label={label}
      placeholder="08:00"
      inputMode="numeric"
      value={value}
      disabled={disabled}
      error={wrong && value !== ''}
      {...(wrong && value !== '' ? { title: t('locations.hours.wrong') } : {})}
      maxLength={5}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onChange(timeOf(value) ?? value)}
    />
  )
}
