import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../../../api/live/server-clock.ts'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { useLimitActions } from '../energy-queries.ts'
import { useEnergyWords } from '../use-energy-words.ts'
import { EndFields } from './end-fields.tsx'
import { type LimitDraft, type LimitUnit, limitBodyOf, limitBounds } from './limit-form.ts'

interface LimitDialogProps {
  locationId: number
  timeZone: string
  /** the grid connection first */
  circuits: readonly { id: string; name: string; fuse_a: readonly number[] }[]
  onClose: () => void
}

const ends = ['1', '4', '12', '24', 'at'] as const

/** Limits a circuit from this moment until an end: in percent of its fuse, or in A on each phase. */
export function LimitDialog({ locationId, timeZone, circuits, onClose }: LimitDialogProps) {
  const { t } = useTranslation()
  const { add } = useLimitActions(locationId)
  const [draft, setDraft] = useState<LimitDraft>({
    circuit: circuits[0]?.id ?? '',
    unit: 'percent',
    value: 60,
    end: '4',
    at: '',
    reason: '',
  })
  const change = (part: Partial<LimitDraft>) => setDraft((before) => ({ ...before, ...part }))
  const fuse = Math.min(...(circuits.find(({ id }) => id === draft.circuit)?.fuse_a ?? [0]))
  return (
    <FormDialog
      title={t('energy.limits.now')}
      action={t('energy.limits.set')}
      body={limitBodyOf(draft, serverNow(), timeZone)}
      change={{ ...add, mutate: (body) => add.mutate(body, { onSuccess: onClose }) }}
      onClose={onClose}
    >
      {circuits.length > 1 && (
        <Select
          label={t('energy.limits.circuit')}
          data={circuits.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.circuit}
          onChange={(circuit) => circuit && change({ circuit })}
          allowDeselect={false}
        />
      )}
      <ValueFields draft={draft} fuse={fuse} onChange={change} />
      <EndFields ends={ends} end={draft.end} at={draft.at} onChange={change} />
      <TextInput
        label={t('energy.limits.reason')}
        placeholder={t('energy.limits.reasonHint')}
        maxLength={200}
        value={draft.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

interface ValueFieldsProps {
  draft: LimitDraft
  /** A of the weakest phase */
  fuse: number
  onChange: (part: Partial<LimitDraft>) => void
}

/** To how much a circuit is limited. */
function ValueFields({ draft: { unit, value }, fuse, onChange }: ValueFieldsProps) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  return (
    <>
      <SegmentedControl<LimitUnit>
        aria-label={t('energy.limits.unit')}
        value={unit}
        onChange={(next) => onChange({ unit: next, value: next === 'percent' ? 60 : Math.floor(fuse * 0.6) })}
        fullWidth
        data={[
          { value: 'percent', label: t('energy.limits.percent') },
          { value: 'amperes', label: t('energy.limits.amperes') },
        ]}
      />
      <NumberField
        label={t(unit === 'percent' ? 'energy.limits.percent' : 'energy.limits.amperes')}
        description={
          unit === 'percent' && typeof value === 'number' && value >= 0
            ? t('energy.limits.means', { a: words.amperes((fuse * value) / 100) })
            : t('energy.limits.fuse', { a: words.amperes(fuse) })
        }
        value={value}
        onChange={(next) => onChange({ value: next })}
        {...limitBounds[unit]}
      />
    </>
  )
}
