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

/** Starts the update of a share of the stations with a version; proposes a tenth of them, five at the same time. */
export function RolloutForm({ row, files, onStarted, onClose }: RolloutFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { start } = useFirmwareActions()
  const offered = filesFor(files, row)
  const [fileId, setFileId] = useState(String(offered[0]?.id))
  const [share, setShare] = useState<Share>('10')
  const [stations, setStations] = useState<number | ''>(1)
  const [waveSize, setWaveSize] = useState<number | ''>(5)
  const [failuresMost, setFailuresMost] = useState<number | ''>(2)
  const [startsAt, setStartsAt] = useState('')
  const [waits, setWaits] = useState(true)

  const reach = row.stations - row.in_rollout
  const count =
    share === 'number' ? Math.min(Number(stations), reach) : Math.ceil((reach * Number(share)) / 100)
  const isValid =
    (share !== 'number' || fits(stations, { ...countBounds, decimals: 0 })) &&
    fits(waveSize, { ...waveBounds, decimals: 0 }) &&
    fits(failuresMost, { ...countBounds, decimals: 0 })
  const body: RolloutBody | undefined = isValid
    ? {
        file_id: Number(fileId),
        versions: [row.version],
        share:
          share === 'number'
            ? { of: 'stations', stations: Number(stations) }
            : { of: 'percent', percent: Number(share) },
        wave_size: Number(waveSize),
        failures_most: Number(failuresMost),
        ...(startsAt === '' ? {} : { starts_at: new Date(startsAt).toISOString() }),
        ...(waits ? { wait_hours: waitDays * 24 } : {}),
      }
    : undefined
  return (
    <FormDialog
      title={t('firmware.form.title', { model: row.model, version: row.version ?? t('firmware.unknown') })}
      action={t('firmware.form.start', { count, n: format.number(count) })}
      body={body}
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
        value={fileId}
        onChange={(id) => id && setFileId(id)}
        allowDeselect={false}
      />
      <ShareField share={share} onChange={setShare} />
      {share === 'number' && (
        <NumberField
          label={t('firmware.form.stations')}
          {...countBounds}
          value={stations}
          onChange={setStations}
        />
      )}
      <div className={classes.pair}>
        <NumberField
          label={t('firmware.form.wave')}
          description={t('firmware.form.waveHint')}
          {...waveBounds}
          value={waveSize}
          onChange={setWaveSize}
        />
        <NumberField
          label={t('firmware.form.failures')}
          description={t('firmware.form.failuresHint')}
          {...countBounds}
          value={failuresMost}
          onChange={setFailuresMost}
        />
      </div>
      <TextInput
        type="datetime-local"
        label={t('firmware.form.startsAt')}
        description={t('firmware.form.startsAtHint')}
        value={startsAt}
        onChange={(event) => setStartsAt(event.currentTarget.value)}
      />
      <Checkbox
        label={t('firmware.form.wait', { count: waitDays })}
        checked={waits}
        onChange={(event) => setWaits(event.currentTarget.checked)}
      />
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
