import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { contract, type StationUpload } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useCode } from '../../../../i18n/use-code.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { StatusDot } from '../../../../ui/figures/status.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconDownload } from '../../../../ui/pictures/icons.ts'
import { TaskItem } from './task-item.tsx'
import { TaskOutcome } from './task-outcome.tsx'
import classes from './tasks.module.css'
import { type TaskPanelProps, useTask } from './tasks-query.ts'

type Kind = StationUpload['kind']

/** Makes a station upload its log, and offers the files for download. */
export function UploadsPanel({ stationId, state }: TaskPanelProps) {
  const { t } = useTranslation()
  const task = useTask(stationId)
  const [kind, setKind] = useState<Kind>('diagnostics')
  const download = useChange({
    mutationFn: async (uploadId: number) => {
      const { url } = await request(contract.stationTasks.download, { params: { id: stationId, uploadId } })
      const link = document.createElement('a')
      link.href = url
      link.download = ''
      link.click()
    },
  })
  return (
    <Panel title={t('tasks.uploads.title')}>
      <div className={classes.row}>
        <SegmentedControl
          aria-label={t('tasks.uploads.kind')}
          value={kind}
          onChange={setKind}
          data={(['diagnostics', 'security'] as const).map((value) => ({
            value,
            label: t(`tasks.uploads.${value}`),
          }))}
        />
        <Button
          variant="default"
          disabled={!state.online || task.isPending}
          onClick={() => task.mutate({ task: 'log', kind })}
        >
          {t('tasks.uploads.ask')}
        </Button>
      </div>
      <TaskOutcome task={task} />
      {download.isError && <FormError error={download.error} />}
      {state.uploads.length === 0 ? (
        <p className={classes.quiet}>{t('tasks.uploads.none')}</p>
      ) : (
        <ul className={classes.list}>
          {state.uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} onDownload={() => download.mutate(upload.id)} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function UploadRow({ upload, onDownload }: { upload: StationUpload; onDownload: () => void }) {
  const { t } = useTranslation()
  const code = useCode()
  const format = useFormat()
  const { kind, asked_at, status, file_name, size, received_at, open } = upload
  const tone = received_at ? 'green' : open ? 'blue' : 'red'
  const word = status ? code('upload', status) : t(open ? 'tasks.uploads.waiting' : 'tasks.uploads.expired')
  const name = file_name ?? t(`tasks.uploads.${kind}`)
  return (
    <TaskItem
      name={name}
      facts={
        <>
          <StatusDot tone={tone} live={open && !received_at} /> {word} · <When at={asked_at} />
          {size !== null && ` · ${t('tasks.uploads.size', { kb: format.number(Math.ceil(size / 1024)) })}`}
        </>
      }
    >
      {received_at && (
        <Tooltip label={t('tasks.uploads.download')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            onClick={onDownload}
            aria-label={`${t('tasks.uploads.download')}: ${name}`}
          >
            <IconDownload size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
    </TaskItem>
  )
}
