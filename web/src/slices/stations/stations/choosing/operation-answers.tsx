import type { OperationAnswer } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { IconAlertTriangle, IconCheck } from '../../../../ui/pictures/icons.ts'
import classes from './operation-answers.module.css'

/** A station's answers to a change of operation, one line for each EVSE. */
export function OperationAnswers({ answers }: { answers: readonly OperationAnswer[] }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.answers}>
      {answers.map(({ evse_number, accepted, status, error }) => {
        const Icon = accepted ? IconCheck : IconAlertTriangle
        return (
          <li key={evse_number} data-good={accepted || undefined}>
            <Icon size={16} stroke={1.75} aria-hidden="true" className={classes.icon} />
            <span>
              <b>{t('stations.evse', { number: evse_number })}</b>{' '}
              {status === 'Accepted'
                ? t('stations.operation.accepted')
                : status === 'Scheduled'
                  ? t('stations.operation.scheduled')
                  : status === 'Rejected'
                    ? t('stations.operation.rejected')
                    : (error ?? status)}
              {!accepted && ` ${t('stations.operation.later')}`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
