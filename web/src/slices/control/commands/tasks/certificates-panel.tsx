import { Button } from '@mantine/core'
import type { CertificateHash } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { TaskField, useTaskForm } from '../form/task-form.tsx'
import { TaskOutcome } from './task-outcome.tsx'
import classes from './tasks.module.css'
import { type TaskPanelProps, useTask } from './tasks-query.ts'

/** The root certificates that a station trusts: listed, installed, deleted. */
export function CertificatesPanel({ stationId, state }: TaskPanelProps) {
  const { t } = useTranslation()
  const reading = useTask(stationId)
  const task = useTask(stationId)
  const form = useTaskForm(
    'install_certificate',
    { use: 'central_system', certificate: '' },
    { certificate: t('tasks.certificates.badPem') },
  )
  const { use } = form.values
  const [deleting, setDeleting] = useState<CertificateHash | null>(null)
  const off = !state.online || task.isPending || reading.isPending
  const read = () => reading.mutate({ task: 'certificates', use })
  const change = (body: Parameters<typeof task.mutate>[0]) => task.mutate(body, { onSuccess: read })
  const installed = reading.data?.certificates
  return (
    <Panel title={t('tasks.certificates.title')} count={installed?.length}>
      <div className={classes.row}>
        <TaskField
          form={form}
          name="use"
          className={classes.grow!}
          label={t('tasks.certificates.use')}
          wordOf={(choice) => t(`tasks.certificates.${choice}`)}
          onChanged={reading.reset}
        />
        <Button variant="default" disabled={off} onClick={read}>
          {t('tasks.certificates.read')}
        </Button>
      </div>
      {installed ? (
        installed.length === 0 && <p className={classes.quiet}>{t('tasks.certificates.none')}</p>
      ) : (
        <TaskOutcome task={reading} />
      )}
      <Installed certificates={installed} disabled={off} onDelete={setDeleting} />
      <TaskField form={form} name="certificate" label={t('tasks.certificates.pem')} rows={2} />
      <div className={classes.row}>
        <Button disabled={off || !form.data} onClick={() => form.data && change(form.data)}>
          {t('tasks.certificates.install')}
        </Button>
      </div>
      <TaskOutcome task={task} />
      <ConfirmDialog
        opened={deleting !== null}
        title={t('tasks.certificates.deleteTitle')}
        text={t('tasks.certificates.deleteText')}
        action={t('tasks.certificates.delete')}
        onConfirm={() => deleting && change({ task: 'delete_certificate', hashes: deleting })}
        onClose={() => setDeleting(null)}
      />
    </Panel>
  )
}

interface InstalledProps {
  certificates: CertificateHash[] | undefined
  disabled: boolean
  onDelete: (certificate: CertificateHash) => void
}

function Installed({ certificates, disabled, onDelete }: InstalledProps) {
  const { t } = useTranslation()
  return (
    <ul className={classes.list}>
      {certificates?.map((one) => (
        <li key={`${one.issuerNameHash} ${one.serialNumber}`} className={classes.item}>
          <div className={classes.words}>
            <code className={classes.name}>{one.serialNumber}</code>
            <code className={classes.quiet}>{one.issuerNameHash.slice(0, 16)}…</code>
          </div>
          <Button variant="default" size="xs" disabled={disabled} onClick={() => onDelete(one)}>
            {t('tasks.certificates.delete')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
