import { Button, Progress } from '@mantine/core'
import {
  contract,
  type ExportBody,
  type ExportRequest,
  type SheetFormat,
  sheetRowsMost,
} from '@stationmaster/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/calls/request.ts'
import { downloadFile } from '../../api/files/download-file.ts'
import { useChange } from '../../api/use-change.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { FormError } from '../forms/form-error.tsx'
import classes from './download-menu.module.css'
import { FormatMenu } from './format-menu.tsx'

/** Longer names of files are shortened (domain.md#screens). */
const nameMost = 25

/** A file's name, shortened in the middle; its extension stays. */
const shortName = (name: string): string =>
  name.length <= nameMost ? name : `${name.slice(0, nameMost - 8)}…${name.slice(-7)}`

const calls = {
  report: contract.reports.reportFile,
  payments: contract.reports.dayFile,
  orders: contract.reports.ordersFile,
} as const

/** The download of a table, which can be canceled. */
function useDownload(report: ExportRequest) {
  const [bytes, setBytes] = useState(0)
  const control = useRef<AbortController>(null)
  const downloading = useChange({
    mutationFn: async (kind: SheetFormat) => {
      control.current = new AbortController()
      setBytes(0)
      const { what, ...query } = report
      try {
        return await downloadFile(
          calls[what],
          { ...query, format: kind },
          { signal: control.current.signal, onBytes: setBytes },
        )
      } catch (error) {
        if (control.current.signal.aborted) return null
        throw error
      }
    },
  })
  return { downloading, bytes, cancel: () => control.current?.abort() }
}

/** Downloads a table as a spreadsheet: shows progress with a button to cancel, and says so where the file was cut. */
export function DownloadMenu({ report, opened = false }: { report: ExportRequest; opened?: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { downloading, bytes, cancel } = useDownload(report)
  const mailing = useChange({
    mutationFn: (format: SheetFormat, idempotency) =>
      request(contract.reports.askExport, { body: { ...report, format } as ExportBody, idempotency }),
  })
  const file = downloading.data
  const cut = file?.rowsInAll && file.rowsInAll > sheetRowsMost ? file.rowsInAll : null
  return (
    <div className={classes.frame}>
      {downloading.isError && <FormError error={downloading.error} />}
      {downloading.isPending && (
        <div className={classes.progress}>
          <Progress value={100} animated aria-label={t('files.coming')} size="sm" className={classes.bar!} />
          <span className={classes.size}>{t('files.size', { n: format.number(bytes / 1024) })}</span>
          <Button variant="subtle" size="compact-xs" onClick={cancel}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
      {file && !downloading.isPending && (
        <span className={classes.said} role="status" title={file.name}>
          {cut
            ? t('files.cut', { shown: format.number(sheetRowsMost), total: format.number(cut) })
            : t('files.taken', { name: shortName(file.name) })}
        </span>
      )}
      {cut && !downloading.isPending && !mailing.isSuccess && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={mailing.isPending}
          onClick={() => mailing.mutate(downloading.variables ?? 'xlsx')}
        >
          {t('files.all')}
        </Button>
      )}
      {mailing.isError && <FormError error={mailing.error} />}
      {mailing.isSuccess && (
        <span className={classes.said} role="status">
          {t('files.asked')}
        </span>
      )}
      <FormatMenu opened={opened} disabled={downloading.isPending} onChoose={downloading.mutate} />
    </div>
  )
}
