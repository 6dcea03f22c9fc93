import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../../../api/live/server-clock.ts'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { useReductionActions } from '../energy-queries.ts'
import { EndFields } from '../limits/end-fields.tsx'
import { useEnergyWords } from '../use-energy-words.ts'
import { powerBounds, type ReductionDraft, type ReductionEnd, reductionBodyOf } from './reduction-form.ts'

interface ReductionDialogProps {
  locationId: number
  timeZone: string
  guaranteedW: number
  onClose: () => void
}

const ends: readonly ReductionEnd[] = ['revoked', '1', '2', 'at']

/** Enters what the grid operator takes back, as a letter or a call has said it. */
export function ReductionDialog({ locationId, timeZone, guaranteedW, onClose }: ReductionDialogProps) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  const { reduce } = useReductionActions(locationId)
  const [draft, setDraft] = useState<ReductionDraft>({
    power: '',
    from: null,
    end: 'revoked',
    at: '',
    source: '',
    reason: '',
  })
  const change = (part: Partial<ReductionDraft>) => setDraft((before) => ({ ...before, ...part }))
  const least = words.kilowatts(guaranteedW)
  const isLess = typeof draft.power === 'number' && draft.power * 1000 < guaranteedW
  return (
    <FormDialog
      title={t('gridReductions.enter')}
      action={t('gridReductions.set')}
      body={reductionBodyOf(draft, serverNow(), timeZone)}
      change={{ ...reduce, mutate: (body) => reduce.mutate(body, { onSuccess: onClose }) }}
      onClose={onClose}
    >
      <NumberField
        label={t('gridReductions.power')}
        description={t(isLess ? 'gridReductions.powerLess' : 'gridReductions.powerHint', { least })}
        value={draft.power}
        onChange={(power) => change({ power })}
        {...powerBounds}
      />
      <BeginFields from={draft.from} onChange={change} />
      <EndFields ends={ends} end={draft.end} at={draft.at} onChange={change} />
      <TextInput
        label={t('gridReductions.source')}
        description={t('gridReductions.sourceHint')}
        maxLength={100}
        value={draft.source}
        onChange={(event) => change({ source: event.currentTarget.value })}
      />
      <TextInput
        label={t('energy.limits.reason')}
        maxLength={200}
        value={draft.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

interface BeginFieldsProps {
  from: string | null
  onChange: (part: { from: string | null }) => void
}

/** When it begins. */
function BeginFields({ from, onChange }: BeginFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <SegmentedControl
        aria-label={t('gridReductions.begins')}
        value={from === null ? 'now' : 'at'}
        onChange={(next) => onChange({ from: next === 'now' ? null : '' })}
        fullWidth
        data={[
          { value: 'now', label: t('gridReductions.now') },
          { value: 'at', label: t('gridReductions.later') },
        ]}
      />
      {from !== null && (
        <TextInput
          type="datetime-local"
          label={t('gridReductions.from')}
          value={from}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
      )}
    </>
  )
}
