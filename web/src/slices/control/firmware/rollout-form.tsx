import { Select } from '@mantine/core'
import type { FirmwareFile, FleetFirmware, Rollout, RolloutBody } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { filesFor } from './files-for.ts'
import { useFirmwareActions } from './firmware-queries.ts'
import { countOf, PaceFields, paceHolds, paceOf, proposedPace, Reach } from './pace.tsx'

interface RolloutFormProps {
  /** the version that is replaced */
  row: FleetFirmware
  files: readonly FirmwareFile[]
  onStarted: (rollout: Rollout) => void
  onClose: () => void
}

/** Starts the update of a share of the stations with a version. */
export function RolloutForm({ row, files, onStarted, onClose }: RolloutFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { start } = useFirmwareActions()
  const offered = filesFor(files, row)
  const [fileId, setFileId] = useState(String(offered[0]?.id))
  const [pace, setPace] = useState(proposedPace)
  const reach = row.stations - row.in_rollout
  const count = countOf(pace, reach)
  const body = { file_id: Number(fileId), versions: [row.version], ...paceOf(pace) }
  return (
    <FormDialog
      title={t('firmware.form.title', { model: row.model, version: row.version ?? t('firmware.unknown') })}
      action={t('firmware.form.start', { count, n: format.number(count) })}
      body={paceHolds(pace) ? body : undefined}
      change={{
        mutate: (sent: RolloutBody) => start.mutate(sent, { onSuccess: onStarted }),
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
      <PaceFields draft={pace} onChange={(changed) => setPace((now) => ({ ...now, ...changed }))} />
      <Reach count={count} of={reach} />
    </FormDialog>
  )
}
