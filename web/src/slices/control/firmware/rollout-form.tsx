import { Checkbox, Select, TextInput } from '@mantine/core'
import type { FirmwareFile, FleetFirmware, Rollout, RolloutBody } from '@stationmaster/contract'
import { useId, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { fits } from '../../../ui/fields/number-bounds.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { filesFor } from './files-for.ts'
import classes from './firmware.module.css'
import { useFirmwareActions } from './firmware-queries.ts'

const shares = ['10', '50', '100', 'number'] as const
type Share = (typeof shares)[number]
const waveBounds = { min: 1, max: 500 }
const countBounds = { min: 1, max: 20_000 }
const waitDays = 7

interface RolloutFormProps {
  /** the version that is replaced */
  row: FleetFirmware
  files: readonly FirmwareFile[]
  onStarted: (rollout: Rollout) => void
  onClose: () => void
}

interface Draft {
  fileId: string
  share: Share
  stations: number | ''
  waveSize: number | ''
  failuresMost: number | ''
  startsAt: string
  waits: boolean
}

const proposed: Omit<Draft, 'fileId'> = {
  share: '10',
  stations: 1,
  waveSize: 5,
  failuresMost: 2,
  startsAt: '',
  waits: true,
}

const holds = ({ share, stations, waveSize, failuresMost }: Draft) =>
  (share !== 'number' || fits(stations, { ...countBounds, decimals: 0 })) &&
  fits(waveSize, { ...waveBounds, decimals: 0 }) &&
  fits(failuresMost, { ...countBounds, decimals: 0 })

const bodyOf = (draft: Draft, version: string | null): RolloutBody => ({
  file_id: Number(draft.fileId),
  versions: [version],
  share:
    draft.share === 'number'
      ? { of: 'stations', stations: Number(draft.stations) }
      : { of: 'percent', percent: Number(draft.share) },
  wave_size: Number(draft.waveSize),
  failures_most: Number(draft.failuresMost),
  ...(draft.startsAt === '' ? {} : { starts_at: new Date(draft.startsAt).toISOString() }),
  ...(draft.waits ? { wait_hours: waitDays * 24 } : {}),
})

/** Starts the update of a share of the stations with a version; proposes a tenth of them, five at the same time. */
export function RolloutForm({ row, files, onStarted, onClose }: RolloutFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { start } = useFirmwareActions()
  const offered = filesFor(files, row)
  const [draft, setDraft] = useState<Draft>({ ...proposed, fileId: String(offered[0]?.id) })
  const change = (changed: Partial<Draft>) => setDraft((now) => ({ ...now, ...changed }))
  const { share } = draft
  const reach = row.stations - row.in_rollout
  const count =
    share === 'number' ? Math.min(Number(draft.stations), reach) : Math.ceil((reach * Number(share)) / 100)
  return (
    <FormDialog
      title={t('firmware.form.title', { model: row.model, version: row.version ?? t('firmware.unknown') })}
      action={t('firmware.form.start', { count, n: format.number(count) })}
      body={holds(draft) ? bodyOf(draft, row.version) : undefined}
      change={{
        mutate: (body: RolloutBody) => start.mutate(body, { onSuccess: onStarted }),
        isPending: start.isPending,
        isError: start.isError,
        error: start.error,
      }}
      onClose={onClose}
    >
      <Select
        label={t('firmware.form.file')}
        data={offered.map((file) => ({
          value: String(file.id),
          label: `${file.version} · ${file.file_name}`,
        }))}
        value={draft.fileId}
        onChange={(id) => id && change({ fileId: id })}
        allowDeselect={false}
      />
      <ShareField share={share} onChange={(share) => change({ share })} />
      <PaceFields draft={draft} onChange={change} />
      <p className={classes.reach}>
        <Trans
          t={t}
          i18nKey="firmware.form.reach"
          values={{ n: format.number(count), of: format.number(reach) }}
          components={{ b: <b /> }}
        />
      </p>
    </FormDialog>
  )
}

interface PaceFieldsProps {
  draft: Draft
  onChange: (changed: Partial<Draft>) => void
}

/** How many stations are updated, how many at the same time, from when, and until how many failures. */
function PaceFields({ draft, onChange }: PaceFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      {draft.share === 'number' && (
        <NumberField
          label={t('firmware.form.stations')}
          {...countBounds}
          value={draft.stations}
          onChange={(stations) => onChange({ stations })}
        />
      )}
      <div className={classes.pair}>
        <NumberField
          label={t('firmware.form.wave')}
          description={t('firmware.form.waveHint')}
          {...waveBounds}
          value={draft.waveSize}
          onChange={(waveSize) => onChange({ waveSize })}
        />
        <NumberField
          label={t('firmware.form.failures')}
          description={t('firmware.form.failuresHint')}
          {...countBounds}
          value={draft.failuresMost}
          onChange={(failuresMost) => onChange({ failuresMost })}
        />
      </div>
      <TextInput
        type="datetime-local"
        label={t('firmware.form.startsAt')}
        description={t('firmware.form.startsAtHint')}
        value={draft.startsAt}
        onChange={(event) => onChange({ startsAt: event.currentTarget.value })}
      />
      <Checkbox
        label={t('firmware.form.wait', { count: waitDays })}
        checked={draft.waits}
        onChange={(event) => onChange({ waits: event.currentTarget.checked })}
      />
    </>
  )
}

function ShareField({ share, onChange }: { share: Share; onChange: (share: Share) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const labelId = useId()
  const nameOf = (value: Share) => {
    if (value === 'number') return t('firmware.form.number')
    return value === '100'
      ? t('firmware.form.all')
      : t('firmware.form.percent', { n: format.number(Number(value)) })
  }
  return (
    <div className={classes.field}>
      <span className={classes.label} id={labelId}>
        {t('firmware.form.share')}
      </span>
      <SegmentedControl<Share>
        aria-labelledby={labelId}
        value={share}
        onChange={onChange}
        fullWidth
        data={shares.map((value) => ({ value, label: nameOf(value) }))}
      />
    </div>
  )
}
