import { Button, Group } from '@mantine/core'
import { type CardImport, contract } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/calls/api-error.ts'
import type { Idempotency } from '../../../api/calls/idempotency.ts'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { Dialog } from '../../../ui/forms/dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { FileDrop } from '../../../ui/upload/file-drop.tsx'
import classes from './cards-dialog.module.css'
import { CountsTable, ImportErrors } from './import-result.tsx'

/** Sends a file of cards; resolves with the result also for a file with faults. */
async function sendCards(csv: string, dryRun: boolean, idempotency?: Idempotency): Promise<CardImport> {
  try {
    return await request(contract.cardFiles.upload, {
      query: { dry_run: dryRun ? 'true' : 'false' },
      body: { csv },
      ...(idempotency ? { idempotency } : {}),
    })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'import.rows_wrong') return error.details as CardImport
    throw error
  }
}

interface CardsDialogProps {
  /** the cards have changed */
  onApplied: () => void
  onClose: () => void
}

/** Imports RFID cards from a file: first a check, then all of it is applied. */
export function CardsDialog({ onApplied, onClose }: CardsDialogProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<{ name: string; csv: string } | null>(null)
  const check = useChange({ mutationFn: (csv: string) => sendCards(csv, true) })
  const apply = useChange({
    mutationFn: (csv: string, idempotency) => sendCards(csv, false, idempotency),
    onSuccess: onApplied,
  })
  const take = async (file: File) => {
    apply.reset()
    check.reset()
    const read = { name: file.name, csv: await file.text() }
    setChosen(read)
    check.mutate(read.csv)
  }
  const busy = check.isPending || apply.isPending
  const result = busy ? undefined : (apply.data ?? check.data)
  const failed = [apply, check].find(({ isError }) => isError)
  const applicable = result && !result.applied && result.errors_total === 0 && changesOf(result) > 0
  return (
    <Dialog onClose={onClose} title={t('imports.cards.title')} size={640}>
      <div className={classes.dialog}>
        <p className={classes.quiet}>{t('imports.cards.text')}</p>
        <FileDrop name={chosen?.name ?? null} disabled={busy} onFile={(file) => void take(file)} />
        <div role="status">
          {busy && (
            <p className={classes.quiet}>{t(apply.isPending ? 'imports.applying' : 'imports.checking')}</p>
          )}
          {result && <Result result={result} />}
        </div>
        {failed && !busy && <FormError error={failed.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t(result?.applied ? 'common.close' : 'common.cancel')}
          </Button>
          {!result?.applied && (
            <ChangeButton
              disabled={!applicable}
              loading={apply.isPending}
              onClick={() => chosen && apply.mutate(chosen.csv)}
            >
              {t('imports.apply')}
            </ChangeButton>
          )}
        </Group>
      </div>
    </Dialog>
  )
}

const changesOf = ({ cards }: CardImport): number => cards.added + cards.changed

/** What the file would change or has changed, or what is wrong with it. */
function Result({ result }: { result: CardImport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { applied, cards, errors_total: errors } = result
  if (errors > 0)
    return (
      <>
        <p className={classes.bad}>{t('imports.wrong', { count: errors, n: format.number(errors) })}</p>
        <ImportErrors result={result} />
      </>
    )
  return (
    <>
      <p className={classes.head}>{t(applied ? 'imports.applied' : 'imports.checked')}</p>
      <CountsTable rows={[{ name: t('imports.cards.cards'), counts: cards }]} />
      {!applied && changesOf(result) === 0 && <p className={classes.quiet}>{t('imports.nothing')}</p>}
    </>
  )
}
