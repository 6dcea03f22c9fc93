import { Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { stationTaskBody } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCode } from '../../../../i18n/use-code.ts'
import { useServerNow } from '../../../../ui/dates/use-server-now.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { StatusDot } from '../../../../ui/figures/status.tsx'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { useCheckedForm } from '../../../../ui/forms/use-checked-form.ts'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { TaskOutcome } from './task-outcome.tsx'
import classes from './tasks.module.css'
import { type TaskPanelProps, updates, useKeptFirmware, useTask } from './tasks-query.ts'

const blank = {
  task: 'firmware',
  location: '',
  signed: undefined as { certificate: string; signature: string } | undefined,
}
const unsigned = { certificate: '', signature: '' }
const tones = { under_way: 'blue', done: 'green', failed: 'red' } as const

/** Updates a station's firmware and shows how far it is. */
export function FirmwarePanel({ stationId, state }: TaskPanelProps) {
  const { t } = useTranslation()
  const task = useTask(stationId)
  const form = useCheckedForm(stationTaskBody, blank, (_, { location }) =>
    location === '' ? undefined : t('tasks.firmware.badLocation'),
  )
  const [isConfirming, setConfirming] = useState(false)
  const { signed } = form.values
  const sign = (part: Partial<typeof unsigned>) =>
    form.change({ signed: { ...unsigned, ...signed, ...part } })
  return (
    <Panel title={t('tasks.firmware.title')}>
      <KeptFirmware
        stationId={stationId}
        location={form.values.location}
        onChoose={(location) => form.change({ location })}
      />
      <div className={classes.row}>
        <TextInput
          className={classes.grow!}
          label={t('tasks.firmware.location')}
          placeholder="https://files.example/firmware-2.0.0.bin"
          {...form.text('location')}
        />
        <Button disabled={!form.data || !state.online || task.isPending} onClick={() => setConfirming(true)}>
          {t('tasks.firmware.update')}
        </Button>
      </div>
      <Checkbox
        className={classes.switch!}
        label={t('tasks.firmware.signed')}
        description={t('tasks.firmware.signedHint')}
        checked={signed !== undefined}
        onChange={(event) => form.change({ signed: event.currentTarget.checked ? unsigned : undefined })}
      />
      {signed && <Signature {...signed} invalid={!form.data} onChange={sign} />}
      <TaskOutcome task={task} />
      <Progress state={state} />
      <ConfirmDialog
        opened={isConfirming}
        title={t('tasks.firmware.confirmTitle')}
        text={t('tasks.firmware.confirmText')}
        action={t('tasks.firmware.update')}
        onConfirm={() => form.data && task.mutate(form.data)}
        onClose={() => setConfirming(false)}
      />
    </Panel>
  )
}

interface SignatureProps {
  certificate: string
  signature: string
  invalid: boolean
  onChange: (part: Partial<typeof unsigned>) => void
}

/** The certificate of who signed the file, and the signature. */
function Signature({ certificate, signature, invalid, onChange }: SignatureProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.fields}>
      <Textarea
        label={t('tasks.firmware.certificate')}
        placeholder="-----BEGIN CERTIFICATE-----"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={5500}
        value={certificate}
        onChange={(event) => onChange({ certificate: event.currentTarget.value })}
      />
      <Textarea
        label={t('tasks.firmware.signature')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={800}
        value={signature}
        onChange={(event) => onChange({ signature: event.currentTarget.value })}
      />
      {certificate !== '' && signature !== '' && invalid && (
        <p className={classes.quiet} role="status">
          {t('tasks.firmware.badSignature')}
        </p>
      )}
    </div>
  )
}

/** The versions before and now, and the steps of the update. */
function Progress({ state }: Pick<TaskPanelProps, 'state'>) {
  const { t } = useTranslation()
  const code = useCode()
  const now = useServerNow()
  const { firmware } = state
  if (!firmware) return <p className={classes.quiet}>{t('tasks.firmware.none')}</p>
  const isUnderWay = updates(state, now)
  return (
    <>
      <p className={classes.quiet}>
        {t('tasks.firmware.versions', {
          before: firmware.version_before ?? t('tasks.firmware.unknown'),
          now: firmware.version_now ?? t('tasks.firmware.unknown'),
        })}
      </p>
      <ol className={classes.steps} aria-label={t('tasks.firmware.progress')}>
        <li>
          <StatusDot tone="gray" />
          <span>{t('tasks.firmware.asked')}</span>
          <When at={firmware.asked_at} />
        </li>
        {firmware.steps.map(({ status, at, outcome }, index) => (
          <li key={`${status} ${at}`}>
            <StatusDot tone={tones[outcome]} live={isUnderWay && index === firmware.steps.length - 1} />
            <span>{code('firmware', status)}</span>
            <When at={at} />
          </li>
        ))}
      </ol>
    </>
  )
}

interface KeptFirmwareProps {
  stationId: string
  location: string
  onChoose: (location: string) => void
}

/** Chooses one of the firmware files that are kept here for the station's model. */
function KeptFirmware({ stationId, location: chosen, onChoose }: KeptFirmwareProps) {
  const { t } = useTranslation()
  const files = useKeptFirmware(stationId).data
  if (!files) return null
  if (files.length === 0)
    return (
      <p className={classes.quiet}>
        {t('tasks.firmware.noneKept')} <Link to="/firmware">{t('tasks.firmware.keep')}</Link>
      </p>
    )
  return (
    <Select
      className={classes.kept!}
      label={t('tasks.firmware.kept')}
      placeholder={t('tasks.firmware.choose')}
      data={files.map(({ version, file_name, location }) => ({
        value: location,
        label: `${version} · ${file_name}`,
      }))}
      value={files.some(({ location }) => location === chosen) ? chosen : null}
      onChange={(location) => onChoose(location ?? '')}
      clearable
    />
  )
}
