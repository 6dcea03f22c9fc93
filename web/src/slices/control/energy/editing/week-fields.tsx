import { ActionIcon, Button, Chip, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import rows from '../../../../ui/dates/time-rows.module.css'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { IconPlus, IconX } from '../../../../ui/pictures/icons.ts'
import { currentBounds } from '../drawing/bounds.ts'
import type { WeekDraft, WindowDraft } from '../drawing/draft.ts'
import { daysOfWeek } from '../drawing/week.ts'
import classes from './editing.module.css'

interface WeekFieldsProps {
  week: WeekDraft
  onChange: (week: WeekDraft) => void
  /** what the numbers are */
  labels: { base: string; value: string }
}

/** A number for the hours of a week: usually, and at other hours. */
export function WeekFields({ week: { base, windows }, onChange, labels }: WeekFieldsProps) {
  const { t } = useTranslation()
  const replace = (key: number, part: Partial<WindowDraft>) =>
    onChange({ base, windows: windows.map((one) => (one.key === key ? { ...one, ...part } : one)) })
  const add = () => {
    const key = Math.max(-1, ...windows.map((one) => one.key)) + 1
    onChange({ base, windows: [...windows, { key, days: [1, 2, 3, 4, 5], from: 8, to: 18, a: base }] })
  }
  return (
    <>
      <NumberField
        className={classes.narrow!}
        label={labels.base}
        value={base}
        onChange={(next) => onChange({ base: next, windows })}
        {...currentBounds}
      />
      {windows.map((window) => (
        <WindowRow
          key={window.key}
          label={labels.value}
          window={window}
          onChange={(part) => replace(window.key, part)}
          onRemove={() => onChange({ base, windows: windows.filter(({ key }) => key !== window.key) })}
        />
      ))}
      <Button
        className={classes.add!}
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} stroke={1.75} />}
        onClick={add}
      >
        {t('energy.other.addHours')}
      </Button>
    </>
  )
}

interface WindowRowProps {
  label: string
  window: WindowDraft
  onChange: (part: Partial<WindowDraft>) => void
  onRemove: () => void
}

const hours = Array.from({ length: 25 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** Hours of some days, with what flows then. */
function WindowRow({ label, window: { days, from, to, a }, onChange, onRemove }: WindowRowProps) {
  const { t } = useTranslation()
  return (
    <div className={rows.row}>
      <DayChips days={days} onChange={(next) => onChange({ days: next })} />
      <div className={rows.fields}>
        <NativeSelect
          label={t('energy.other.from')}
          value={String(from)}
          onChange={(event) => onChange({ from: Number(event.currentTarget.value) })}
          data={hours.slice(0, 24)}
        />
        <NativeSelect
          label={t('energy.other.to')}
          value={String(to)}
          onChange={(event) => onChange({ to: Number(event.currentTarget.value) })}
          data={hours}
        />
        <NumberField label={label} value={a} onChange={(next) => onChange({ a: next })} {...currentBounds} />
        <RemoveButton label={t('energy.other.removeHours')} onClick={onRemove} />
      </div>
    </div>
  )
}

/** Days of the week, 1 is Monday. */
export function DayChips({
  days,
  onChange,
}: {
  days: readonly number[]
  onChange: (days: number[]) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const toggle = (day: number) =>
    onChange(
      days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted((a, b) => a - b),
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would draw a second frame
    <div role="group" className={rows.days} aria-label={t('energy.other.days')}>
      {daysOfWeek.map((day) => (
        <Chip key={day} size="xs" checked={days.includes(day)} onChange={() => toggle(day)}>
          {format.weekday(day, 'short')}
        </Chip>
      ))}
    </div>
  )
}

/** Takes a row out of a form. */
export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} title={label} onClick={onClick}>
      <IconX size={16} stroke={1.75} />
    </ActionIcon>
  )
}
