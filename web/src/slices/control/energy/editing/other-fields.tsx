import { ActionIcon, Button, Chip, NativeSelect } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { IconPlus, IconX } from '../../../../ui/pictures/icons.ts'
import { ageBounds, currentBounds } from '../drawing/bounds.ts'
import type { CircuitDraft, Three, WindowDraft } from '../drawing/draft.ts'
import { daysOfWeek } from '../drawing/week.ts'
import classes from './editing.module.css'
import { ThreeFields } from './three-fields.tsx'

interface OtherProps {
  circuit: CircuitDraft
  onChange: (part: Partial<CircuitDraft>) => void
  isWrong: (path: string) => boolean
}

const kinds = ['none', 'week', 'meter'] as const

/** What else flows at a circuit: nothing, by the hours of the week, or as a meter reports it. */
export function OtherFields({ circuit, onChange, isWrong }: OtherProps) {
  const { t } = useTranslation()
  const id = useId()
  const { other, most, ageSeconds } = circuit
  return (
    <div className={classes.others}>
      <span className={classes.label} id={id}>
        {t('energy.other.label')}
      </span>
      <SegmentedControl
        aria-labelledby={id}
        value={other}
        onChange={(next) => onChange({ other: next })}
        data={kinds.map((value) => ({ value, label: t(`energy.other.${value}`) }))}
      />
      {other === 'week' && <WeekFields circuit={circuit} onChange={onChange} />}
      {other === 'meter' && (
        <>
          <ThreeFields
            label={t('energy.other.most')}
            hint={t('energy.other.mostHint')}
            value={most}
            onChange={(next: Three) => onChange({ most: next })}
            isEmptyWrong={(phase) => isWrong(`other.most_a.${phase - 1}`)}
          />
          <NumberField
            className={classes.narrow!}
            label={t('energy.other.age')}
            value={ageSeconds}
            onChange={(next) => onChange({ ageSeconds: next })}
            {...ageBounds}
          />
        </>
      )}
    </div>
  )
}

function WeekFields({ circuit: { base, windows }, onChange }: Omit<OtherProps, 'isWrong'>) {
  const { t } = useTranslation()
  const replace = (key: number, part: Partial<WindowDraft>) =>
    onChange({ windows: windows.map((one) => (one.key === key ? { ...one, ...part } : one)) })
  const add = () => {
    const key = Math.max(-1, ...windows.map((one) => one.key)) + 1
    onChange({ windows: [...windows, { key, days: [1, 2, 3, 4, 5], from: 8, to: 18, a: base }] })
  }
  return (
    <>
      <NumberField
        className={classes.narrow!}
        label={t('energy.other.base')}
        value={base}
        onChange={(next) => onChange({ base: next })}
        {...currentBounds}
      />
      {windows.map((window) => (
        <WindowRow
          key={window.key}
          window={window}
          onChange={(part) => replace(window.key, part)}
          onRemove={() => onChange({ windows: windows.filter(({ key }) => key !== window.key) })}
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
  window: WindowDraft
  onChange: (part: Partial<WindowDraft>) => void
  onRemove: () => void
}

const hours = Array.from({ length: 25 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** Hours of some days, with what flows then. */
function WindowRow({ window: { days, from, to, a }, onChange, onRemove }: WindowRowProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.row}>
      <DayChips days={days} onChange={(next) => onChange({ days: next })} />
      <div className={classes.fields}>
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
        <NumberField
          label={t('energy.other.current')}
          value={a}
          onChange={(next) => onChange({ a: next })}
          {...currentBounds}
        />
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
    <div role="group" className={classes.days} aria-label={t('energy.other.days')}>
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
