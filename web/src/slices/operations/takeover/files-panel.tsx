import { Progress } from '@mantine/core'
import { contract, type Takeover } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upload } from '../../../api/calls/upload.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { FilesDrop } from '../../../ui/upload/file-drop.tsx'
import classes from './takeover.module.css'
import { takeoversQuery, useStep } from './takeover-queries.ts'

interface Sent {
  /** in the order in which they were sent: the same file may be sent twice */
  number: number
  name: string
  /** how much has left, 0 to 1 */
  share: number
  error?: unknown
}

/** Sends files one after the other: the server reads each as it comes. */
function useSending(id: number) {
  const client = useQueryClient()
  const [files, setFiles] = useState<readonly Sent[]>([])
  const change = (at: number, part: Partial<Sent>) =>
    setFiles((all) => all.map((one, index) => (index === at ? { ...one, ...part } : one)))
  const send = async (chosen: readonly File[]) => {
    const from = files.length
    setFiles((all) => [
      ...all,
      ...chosen.map(({ name }, index) => ({ number: from + index, name, share: 0 })),
    ])
    for (const [index, file] of chosen.entries()) {
      const at = from + index
      await upload(contract.takeovers.file, { params: { id } }, file, (share) => change(at, { share })).then(
        () => change(at, { share: 1 }),
        (error: unknown) => change(at, { share: 1, error }),
      )
      await client.invalidateQueries({ queryKey: takeoversQuery.queryKey })
    }
  }
  return { files, send, isSending: files.some(({ share }) => share < 1) }
}

/** The second step: files of the other system, and the look at what comes of them. */
export function FilesPanel({ takeover }: { takeover: Takeover }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { id, system, rows_read: rows } = takeover
  const { files, send, isSending } = useSending(id)
  const [waits, setWaits] = useState(false)
  const check = useStep('check', id)
  const take = (chosen: readonly File[]) => {
    setWaits(true)
    void send(chosen).finally(() => setWaits(false))
  }
  const command = `npm run take-over -- --from ${system} --address - --by …`
  return (
    <Panel title={t('takeover.files')}>
      <div className={classes.fields}>
        <p className={classes.quiet}>{t(`takeover.fileTexts.${system}`)}</p>
        <FilesDrop
          disabled={waits}
          texts={{ drop: t('takeover.drop'), choose: t('takeover.chooseFiles') }}
          accept=".sql,.gz,.json,.jsonl,.ndjson,.csv"
          onFiles={take}
        />
        <ul className={classes.sent} aria-label={t('takeover.sent')}>
          {files.map((file) => (
            <SentFile key={file.number} file={file} />
          ))}
        </ul>
        <p role="status" className={classes.quiet}>
          {isSending ? t('takeover.reading') : t('takeover.rowsRead', { n: number(rows) })}
        </p>
        {takeover.error && <p className={classes.bad}>{takeover.error}</p>}
        {check.isError && <FormError error={check.error} />}
        <div>
          <ChangeButton
            variant={takeover.state === 'checked' ? 'default' : 'filled'}
            disabled={rows === 0 || waits}
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            {t('takeover.check')}
          </ChangeButton>
        </div>
        {(system === 'steve' || system === 'citrine') && (
          <p className={classes.quiet}>
            {t('takeover.byAddress')} <code className={classes.code}>{command}</code>
          </p>
        )}
      </div>
    </Panel>
  )
}

function SentFile({ file: { name, share, error } }: { file: Sent }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <li>
      <span className={classes.name}>{name}</span>
      {error !== undefined && <span className={classes.bad}>{errorText(error)}</span>}
      {share < 1 && <Progress value={share * 100} aria-label={t('takeover.progressOf', { name })} />}
    </li>
  )
}
