import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../../../i18n/use-answer.ts'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { CommandAnswer } from '../../../../ui/states/command-answer.tsx'
import { Waiting } from '../../../../ui/states/waiting.tsx'
import type { Task } from './tasks-query.ts'

/** The outcome of a task: still waiting, the station's own answer, or why there is none. */
export function TaskOutcome({ task }: { task: Task }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const answer = useAnswer()
  if (task.isPending) return <Waiting text={t('command.waiting')} onLeave={task.reset} />
  if (task.isError) {
    return (
      <CommandAnswer good={false} onClose={task.reset}>
        {errorText(task.error)}
      </CommandAnswer>
    )
  }
  if (!task.data) return null
  const { accepted, status, latency_ms } = task.data
  return (
    <CommandAnswer good={accepted} onClose={task.reset}>
      {t(accepted ? 'tasks.answered' : 'tasks.refused', { status: answer(status), ms: latency_ms })}
    </CommandAnswer>
  )
}
