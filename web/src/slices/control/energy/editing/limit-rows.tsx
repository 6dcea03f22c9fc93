import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import rows from '../../../../ui/dates/time-rows.module.css'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { IconPlus } from '../../../../ui/pictures/icons.ts'
import { currentBounds } from '../drawing/bounds.ts'
import type { CircuitDraft, TimedLimitDraft } from '../drawing/draft.ts'
import classes from './editing.module.css'
import { DayChips, RemoveButton } from './week-fields.tsx'

interface LimitRowsProps {
  limits: readonly TimedLimitDraft[]
  circuits: readonly CircuitDraft[]
  onChange: (limits: readonly TimedLimitDraft[]) => void
}

const most = 50

/** Limits that hold at times of the week: a contract's, a tariff's. */
export function LimitRows({ limits, circuits, onChange }: LimitRowsProps) {
  const { t } = useTranslation()
  const add = () => {
    const key = Math.max(-1, ...limits.map((one) => one.key)) + 1
    const circuit = circuits.find(({ parent }) => parent === null)
    const limit = { key, circuit: circuit?.id ?? '', name: t('energy.timed.proposed') }
    onChange([
      ...limits,
      { ...limit, days: [1, 2, 3, 4, 5], from: '17:00', to: '20:00', a: circuit?.fuse[0] ?? '' },
    ])
  }
  return (
    <div className={classes.others}>
      <p className={classes.hint}>{t('energy.timed.hint')}</p>
      {limits.map((limit) => (
        <LimitRow
          key={limit.key}
          limit={limit}
          circuits={circuits}
          onChange={(part) =>
            onChange(limits.map((one) => (one.key === limit.key ? { ...one, ...part } : one)))
          }
          onRemove={() => onChange(limits.filter(({ key }) => key !== limit.key))}
        />
      ))}
      <Button
        className={classes.add!}
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} stroke={1.75} />}
        disabled={limits.length >= most}
        onClick={add}
      >
        {t('energy.timed.add')}
      </Button>
    </div>
  )
}

interface LimitRowProps {
  limit: TimedLimitDraft
  circuits: readonly CircuitDraft[]
  onChange: (part: Partial<TimedLimitDraft>) => void
  onRemove: () => void
}

function LimitRow({ limit, circuits, onChange, onRemove }: LimitRowProps) {
  const { t } = useTranslation()
  const { name, circuit, days, from, to, a } = limit
  return (
    <div className={rows.row}>
      <div className={classes.pair}>
        <TextInput
          label={t('energy.timed.name')}
          value={name}
          maxLength={80}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          error={name.trim() === '' && t('rules.required')}
        />
        <NativeSelect
          label={t('energy.limits.circuit')}
          value={circuit}
          onChange={(event) => onChange({ circuit: event.currentTarget.value })}
          data={circuits.map((one) => ({ value: one.id, label: one.name }))}
        />
      </div>
      <DayChips days={days} onChange={(next) => onChange({ days: next })} />
      <div className={rows.fields}>
        <TextInput
          type="time"
          label={t('energy.other.from')}
          value={from}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label={t('energy.other.to')}
          value={to}
          onChange={(event) => onChange({ to: event.currentTarget.value })}
        />
        <NumberField
          label={t('energy.timed.limit')}
          value={a}
          onChange={(next) => onChange({ a: next })}
          {...currentBounds}
          error={a === '' && t('rules.required')}
        />
        <RemoveButton label={t('energy.timed.remove', { name })} onClick={onRemove} />
      </div>
    </div>
  )
}
