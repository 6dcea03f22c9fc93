import { Button, Progress } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/use-change.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { DownloadButton } from '../../../slices/operations/imports/download-button.tsx'
import { FileDrop } from '../../../slices/operations/imports/file-drop.tsx'
import { keepPasswords, sendFile } from '../../../slices/operations/imports/files.ts'
import { ImportCounts, ImportErrors } from '../../../slices/operations/imports/import-result.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { useFreeConsent } from '../../../ui/forms/free-consent.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconDownload } from '../../../ui/pictures/icons.ts'
import { CommandAnswer } from '../../../ui/states/command-answer.tsx'
import classes from './import-page.module.css'

interface Chosen {
  name: string
  csv: string
}

/** Imports locations and stations from a file: first a check, then all of it is applied. */
export function ImportPage() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const format = useFormat()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [asking, setAsking] = useState(false)
  const consent = useFreeConsent()
  const check = useChange({ mutationFn: (file: Chosen) => sendFile(file.csv, true) })
  const apply = useChange({
    mutationFn: (file: Chosen, idempotency) =>
      consent.agree((freeStations) => sendFile(file.csv, false, { idempotency, freeStations })),
    onSettled: () =>
      Promise.all(
        ['locations', 'stations', 'tariffs'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
  })
  const take = async (file: File) => {
    apply.reset()
    const read = { name: file.name, csv: await file.text() }
    setChosen(read)
    check.reset()
    check.mutate(read)
  }
  const busy = check.isPending || apply.isPending
  const result = apply.data ?? check.data
  const changes = result
    ? [result.locations, result.stations, result.connectors].reduce(
        (n, one) => n + one.added + one.changed,
        0,
      )
    : 0
  const failed = apply.error ?? check.error
  const applied = result?.applied === true
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
      <Panel title={t('imports.file')}>
        <FileDrop name={chosen?.name ?? null} disabled={busy} onFile={(file) => void take(file)} />
        {busy && (
          <div className={classes.progress} role="status">
            <p className={classes.quiet}>{apply.isPending ? t('imports.applying') : t('imports.checking')}</p>
            <Progress value={100} animated aria-label={t('imports.checking')} />
          </div>
        )}
        {failed && !busy && (
          <CommandAnswer
            good={false}
            onClose={() => {
              check.reset()
              apply.reset()
            }}
          >
            {errorText(failed)}
          </CommandAnswer>
        )}
      </Panel>
      {result && !busy && (
        <Panel
          title={applied ? t('imports.applied') : t('imports.checked')}
          actions={
            !applied && (
              <Button disabled={result.errors_total > 0 || changes === 0} onClick={() => setAsking(true)}>
                {t('imports.apply')}
              </Button>
            )
          }
        >
          <div className={classes.result}>
            {result.errors_total > 0 ? (
              <p className={classes.bad} role="alert">
                {t('imports.wrong', { count: result.errors_total, n: format.number(result.errors_total) })}
              </p>
            ) : (
              <ImportCounts result={result} />
            )}
            {!applied && result.errors_total === 0 && changes === 0 && (
              <p className={classes.quiet}>{t('imports.nothing')}</p>
            )}
            {result.not_monetized.length > 0 && (
              <p className={classes.quiet}>
                {t('imports.notMonetized', {
                  count: result.not_monetized.length,
                  n: format.number(result.not_monetized.length),
                  ids: result.not_monetized.join(', '),
                })}
              </p>
            )}
            {result.passwords.length > 0 && (
              <div className={classes.passwords}>
                <p className={classes.quiet}>{t('imports.passwordsOnce')}</p>
                <Button
                  leftSection={<IconDownload size={16} stroke={1.75} />}
                  onClick={() => keepPasswords(result.passwords)}
                >
                  {t('imports.passwords', {
                    count: result.passwords.length,
                    n: format.number(result.passwords.length),
                  })}
                </Button>
              </div>
            )}
          </div>
        </Panel>
      )}
      {result && !busy && result.errors_total > 0 && (
        <Panel title={t('imports.faults')} count={result.errors_total} flush>
          <ImportErrors result={result} />
        </Panel>
      )}
      {consent.dialog}
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
