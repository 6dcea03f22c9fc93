import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../../../i18n/use-answer.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { TaskOutcome } from './task-outcome.tsx'
import classes from './tasks.module.css'
import { type TaskPanelProps, useTask } from './tasks-query.ts'

/** The certificate of a station that was signed here, and the request for a new one. */
export function StationCertificate({ stationId, state }: TaskPanelProps) {
  const { t } = useTranslation()
  const answer = useAnswer()
  const requesting = useTask(stationId)
  const { certificate, signs } = state.security
  return (
    <>
      {certificate && (
        <p className={classes.fact}>
          {certificate.status === 'Accepted' ? (
            <>
              {t('tasks.security.certificate.valid')} <When at={certificate.not_after} style="day" />
            </>
          ) : certificate.status === null ? (
            t('tasks.security.certificate.sent')
          ) : (
            t('tasks.security.certificate.notTaken', { status: answer(certificate.status) })
          )}
        </p>
      )}
      {signs && (
        <div className={classes.row}>
          <Button
            variant="default"
            disabled={!state.online || requesting.isPending}
            onClick={() => requesting.mutate({ task: 'request_certificate' })}
          >
            {t('tasks.security.certificate.request')}
          </Button>
        </div>
      )}
      <TaskOutcome task={requesting} />
    </>
  )
}
