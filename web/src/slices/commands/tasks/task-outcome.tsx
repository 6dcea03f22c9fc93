import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { CommandAnswer } from '../../../ui/command-answer.tsx'
import classes from './tasks.module.css'
import type { Task } from './tasks-query.ts'

/** What came of a task: that it is waited for, the station's own word, or why there is none. */
export function TaskOutcome({ task }: { task: Task }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  if (task.isPending) {
    return (
      <p className={classes.quiet} role="status">
        {t('command.waiting')}
      </p>
    )
  }
  if (task.isError) {
    return (
      <CommandAnswer good={false} onClose={task.reset}>
        {errorText(task.error)} {ownWord(task.error)}
      </CommandAnswer>
    )
  }
  if (!task.data) return null
  const { accepted, status, latency_ms } = task.data
  return (
    <CommandAnswer good={accepted} onClose={task.reset}>
      {t(accepted ? 'tasks.answered' : 'tasks.refused', { status, ms: latency_ms })}
      {status === 'RebootRequired' && ` ${t('tasks.rebootRequired')}`}
    </CommandAnswer>
  )
}

function ownWord(error: Error): string {
  if (!(error instanceof ApiError) || typeof error.details !== 'object' || !error.details) return ''
  const { code, text, reason } = error.details as Record<string, unknown>
  const words = [code, text, reason].filter((word) => typeof word === 'string' && word !== '')
  return words.length > 0 ? `(${words.join(': ')})` : ''
}
