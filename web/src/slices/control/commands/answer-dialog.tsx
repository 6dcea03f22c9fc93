import { Button, Group } from '@mantine/core'
import type { CommandAnswer } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/calls/api-error.ts'
import { useAnswer } from '../../../i18n/use-answer.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Dialog } from '../../../ui/forms/dialog.tsx'
import classes from './command-panel.module.css'
import { FaultList } from './fault-list.tsx'
import { type Fault, isObject, textOf } from './form/schema.ts'

export type Ended = { action: string; answer: CommandAnswer } | { action: string; error: Error }

interface AnswerDialogProps {
  ended: Ended | null
  onClose: () => void
  /** sends it again although it does not fit its schema */
  onForce: () => void
}

/** The outcome of a command: the station's own answer, or why there is none. */
export function AnswerDialog({ ended, onClose, onForce }: AnswerDialogProps) {
  const { t } = useTranslation()
  const invalid = ended && 'error' in ended && codeOf(ended.error) === 'station.message_invalid'
  return (
    <Dialog opened={ended !== null} onClose={onClose} title={ended?.action} size={520} centered>
      {ended && ('answer' in ended ? <Answered answer={ended.answer} /> : <Failed error={ended.error} />)}
      <Group justify="flex-end" gap="xs" mt="lg">
        {invalid && (
          <Button variant="default" c="var(--sm-bad-text)" onClick={onForce}>
            {t('command.force')}
          </Button>
        )}
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Dialog>
  )
}

const codeOf = (error: Error): string | null => (error instanceof ApiError ? error.code : null)

function Answered({ answer }: { answer: CommandAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useAnswer()(answer.status)
  return (
    <div className={classes.answer} data-good={answer.accepted || undefined}>
      <p className={classes.status} role={answer.accepted ? 'status' : 'alert'}>
        {t(answer.accepted ? 'bulk.answered' : 'tasks.refused', { status: words })}
      </p>
      <p className={classes.raw}>
        <code>{answer.status}</code> {t('command.answer.in', { ms: format.number(answer.latency_ms) })}
      </p>
      <pre className={classes.payload}>{textOf(answer.payload)}</pre>
    </div>
  )
}

function Failed({ error }: { error: Error }) {
  const { t } = useTranslation()
  const format = useFormat()
  const errorText = useErrorText()
  const details = error instanceof ApiError ? error.details : undefined
  // the text of a time-out says after how long
  const afterMs = isObject(details) && details.seconds === undefined ? details.latency_ms : undefined
  return (
    <div className={classes.answer}>
      <p className={classes.status} role="alert">
        {errorText(error)}
      </p>
      {typeof afterMs === 'number' && (
        <p className={classes.words}>{t('command.answer.after', { ms: format.number(afterMs) })}</p>
      )}
      {Array.isArray(details) && <FaultList faults={details as Fault[]} />}
    </div>
  )
}
