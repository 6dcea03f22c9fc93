import { Button, Progress } from '@mantine/core'
import type { ImportResult } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/use-change.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { DownloadButton } from '../../../slices/operations/imports/download-button.tsx'
import { keepPasswords, sendFile } from '../../../slices/operations/imports/files.ts'
import { ImportCounts, ImportErrors } from '../../../slices/operations/imports/import-result.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { useFreeConsent } from '../../../ui/forms/free-consent.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconDownload } from '../../../ui/pictures/icons.ts'
import { CommandAnswer } from '../../../ui/states/command-answer.tsx'
import { FileDrop } from '../../../ui/upload/file-drop.tsx'
import classes from './import-page.module.css'

interface Chosen {
  name: string
  csv: string
}

/** Imports locations and stations from a file: first a check, then all of it is applied. */
export function ImportPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [asking, setAsking] = useState(false)
  const check = useChange({ mutationFn: (file: Chosen) => sendFile(file.csv, true) })
  const { apply, dialog } = useApply()
  const take = async (file: File) => {
    apply.reset()
    const read = { name: file.name, csv: await file.text() }
    setChosen(read)
    check.reset()
    check.mutate(read)
  }
  const busy = check.isPending || apply.isPending
  const result = apply.data ?? check.data
  const changes = result ? changesOf(result) : 0
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('imports.title')}
        facts={t('imports.facts')}
        actions={
          <>
            <DownloadButton file="template" />
            <DownloadButton file="export" />
          </>
        }
        backTo="/locations"
      />
      <FilePanel
        name={chosen?.name ?? null}
        busy={busy && (apply.isPending ? 'applying' : 'checking')}
        error={apply.error ?? check.error}
        onFile={(file) => void take(file)}
        onReset={() => {
          check.reset()
          apply.reset()
        }}
      />
      {result && !busy && <ResultPanel result={result} changes={changes} onApply={() => setAsking(true)} />}
      {result && !busy && result.errors_total > 0 && (
        <Panel title={t('imports.faults')} count={result.errors_total} flush>
          <ImportErrors result={result} />
        </Panel>
      )}
      {dialog}
      <ConfirmDialog
        opened={asking}
        title={t('imports.confirm')}
        text={t('imports.confirmText', { count: changes, n: format.number(changes) })}
        action={t('imports.apply')}
        onConfirm={() => chosen && apply.mutate(chosen)}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

/** Applies a checked file, and asks before stations become free of charge. */
function useApply() {
  const client = useQueryClient()
  const { agree, dialog } = useFreeConsent()
  const apply = useChange({
    mutationFn: (file: Chosen, idempotency) =>
      agree((freeStations) => sendFile(file.csv, false, { idempotency, freeStations })),
    onSettled: () =>
      Promise.all(
        ['locations', 'stations', 'tariffs'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
  })
  return { apply, dialog }
}

interface FilePanelProps {
  /** of the chosen file */
  name: string | null
  /** what the server does with the file now */
  busy: 'checking' | 'applying' | false
  error: Error | null
  onFile: (file: File) => void
  /** closes the error */
  onReset: () => void
}

/** Chooses a file, and shows that it is being checked or applied, or why that failed. */
function FilePanel({ name, busy, error, onFile, onReset }: FilePanelProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <Panel title={t('imports.file')}>
      <FileDrop name={name} disabled={busy !== false} onFile={onFile} />
      {busy && (
        <div className={classes.progress} role="status">
          <p className={classes.quiet}>{t(`imports.${busy}`)}</p>
          <Progress value={100} animated aria-label={t('imports.checking')} />
        </div>
      )}
      {error && !busy && (
        <CommandAnswer good={false} onClose={onReset}>
          {errorText(error)}
        </CommandAnswer>
      )}
    </Panel>
  )
}

/** How many locations, stations and connectors the file adds or changes. */
const changesOf = ({ locations, stations, connectors }: ImportResult) =>
  [locations, stations, connectors].reduce((n, one) => n + one.added + one.changed, 0)

interface ResultPanelProps {
  result: ImportResult
  /** how many things the file adds or changes */
  changes: number
  onApply: () => void
}

/** What a file would change or has changed, and the button that applies it. */
function ResultPanel({ result, changes, onApply }: ResultPanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { applied, errors_total: errors, not_monetized: notMonetized, passwords } = result
  return (
    <Panel
      title={applied ? t('imports.applied') : t('imports.checked')}
      actions={
        !applied && (
          <Button disabled={errors > 0 || changes === 0} onClick={onApply}>
            {t('imports.apply')}
          </Button>
        )
      }
    >
      <div className={classes.result}>
        {errors > 0 ? (
          <p className={classes.bad} role="alert">
            {t('imports.wrong', { count: errors, n: format.number(errors) })}
          </p>
        ) : (
          <ImportCounts result={result} />
        )}
        {!applied && errors === 0 && changes === 0 && <p className={classes.quiet}>{t('imports.nothing')}</p>}
        {notMonetized.length > 0 && (
          <p className={classes.quiet}>
            {t('imports.notMonetized', {
              count: notMonetized.length,
              n: format.number(notMonetized.length),
              ids: notMonetized.join(', '),
            })}
          </p>
        )}
        {passwords.length > 0 && (
          <div className={classes.passwords}>
            <p className={classes.quiet}>{t('imports.passwordsOnce')}</p>
            <Button
              leftSection={<IconDownload size={16} stroke={1.75} />}
              onClick={() => keepPasswords(passwords)}
            >
              {t('imports.passwords', { count: passwords.length, n: format.number(passwords.length) })}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}
