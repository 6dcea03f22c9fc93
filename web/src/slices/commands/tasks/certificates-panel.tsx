import { Button, NativeSelect, Textarea } from '@mantine/core'
import { type CertificateHash, certificateUses } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TaskOutcome } from './task-outcome.tsx'
import classes from './tasks.module.css'
import { type TaskPanelProps, useTask } from './tasks-query.ts'

const pem = /^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/

/** The root certificates that a station trusts: listed, installed, deleted. */
export function CertificatesPanel({ stationId, state }: TaskPanelProps) {
  const { t } = useTranslation()
  const reading = useTask(stationId)
  const task = useTask(stationId)
  const [use, setUse] = useState<(typeof certificateUses)[number]>('central_system')
  const [text, setText] = useState('')
  const [touched, setTouched] = useState(false)
  const [deleting, setDeleting] = useState<CertificateHash | null>(null)
  const off = !state.online || task.isPending || reading.isPending
  const certificate = text.trim()
  const good = pem.test(certificate)
  const read = () => reading.mutate({ task: 'certificates', use })
  const change = (body: Parameters<typeof task.mutate>[0]) => task.mutate(body, { onSuccess: read })
  const installed = reading.data?.certificates
  return (
    <Panel title={t('tasks.certificates.title')} count={installed?.length}>
      <div className={classes.row}>
        <NativeSelect
          className={classes.grow!}
          label={t('tasks.certificates.use')}
          value={use}
          onChange={(event) => {
            setUse(certificateUses.find((one) => one === event.currentTarget.value) ?? use)
            reading.reset()
          }}
          data={certificateUses.map((value) => ({ value, label: t(`tasks.certificates.${value}`) }))}
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
      <ul className={classes.list}>
        {installed?.map((one) => (
          <li key={`${one.issuerNameHash} ${one.serialNumber}`} className={classes.item}>
            <div className={classes.words}>
              <code className={classes.name}>{one.serialNumber}</code>
              <code className={classes.quiet}>{one.issuerNameHash.slice(0, 16)}…</code>
            </div>
            <Button variant="default" size="xs" disabled={off} onClick={() => setDeleting(one)}>
              {t('tasks.certificates.delete')}
            </Button>
          </li>
        ))}
      </ul>
      <Textarea
        label={t('tasks.certificates.pem')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5500}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        value={text}
        error={touched && certificate !== '' && !good ? t('tasks.certificates.badPem') : undefined}
        onBlur={() => setTouched(true)}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.row}>
        <Button
          disabled={off || !good}
          onClick={() => change({ task: 'install_certificate', use, certificate })}
        >
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
