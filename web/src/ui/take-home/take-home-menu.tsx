import { Button, Menu, Progress } from '@mantine/core'
import {
  contract,
  type ExportBody,
  type ExportWish,
  type SheetFormat,
  sheetFormats,
  sheetRowsMost,
} from '@stationmaster/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/calls/request.ts'
import { takeHome } from '../../api/keep/take-home.ts'
import { useChange } from '../../api/use-change.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { FormError } from '../forms/form-error.tsx'
import { IconDownload } from '../pictures/icons.ts'
import classes from './take-home-menu.module.css'

/** Names of files are shown up to here (domain.md#screens). */
const nameMost = 25

/** A file's name where there is little room; its kind stays. */
const shortName = (name: string): string =>
  name.length <= nameMost ? name : `${name.slice(0, nameMost - 8)}…${name.slice(-7)}`

const calls = {
  report: contract.reports.reportFile,
  payments: contract.reports.dayFile,
  orders: contract.reports.ordersFile,
} as const

/** Takes a table home as a spreadsheet: a bar while it comes, with a way to stop it, and a word where it was cut. */
export function TakeHomeMenu({ wish, opened = false }: { wish: ExportWish; opened?: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [bytes, setBytes] = useState(0)
  const control = useRef<AbortController>(null)
  const taking = useChange({
    mutationFn: async (kind: SheetFormat) => {
      control.current = new AbortController()
      setBytes(0)
      const { what, ...query } = wish
      try {
        return await takeHome(
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
  const mailing = useChange({
    mutationFn: (format: SheetFormat, sent) =>
      request(contract.reports.askExport, { body: { ...wish, format } as ExportBody, wish: sent }),
  })
  const taken = taking.data
  const cut = taken?.rowsInAll && taken.rowsInAll > sheetRowsMost ? taken.rowsInAll : null
  return (
    <div className={classes.frame}>
      {taking.isError && <FormError error={taking.error} />}
      {taking.isPending && (
        <div className={classes.progress}>
          <Progress value={100} animated aria-label={t('files.coming')} size="sm" className={classes.bar!} />
          <span className={classes.size}>{t('files.size', { n: format.number(bytes / 1024) })}</span>
          <Button variant="subtle" size="compact-xs" onClick={() => control.current?.abort()}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
      {taken && !taking.isPending && (
        <span className={classes.said} role="status" title={taken.name}>
          {cut
            ? t('files.cut', { shown: format.number(sheetRowsMost), total: format.number(cut) })
            : t('files.taken', { name: shortName(taken.name) })}
        </span>
      )}
      {cut && !taking.isPending && !mailing.isSuccess && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={mailing.isPending}
          onClick={() => mailing.mutate(taking.variables ?? 'xlsx')}
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
      <Menu position="bottom-end" defaultOpened={opened}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} />}
            disabled={taking.isPending}
          >
            {t('files.download')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {sheetFormats.map((kind) => (
            <Menu.Item key={kind} onClick={() => taking.mutate(kind)}>
              {t(`files.formats.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
