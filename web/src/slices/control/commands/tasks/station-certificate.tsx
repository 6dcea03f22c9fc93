import { Button } from '@mantine/core'
import type { StationTaskState } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../../../i18n/use-answer.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { TaskOutcome } from './task-outcome.tsx'
import classes from './tasks.module.css'
import { type TaskPanelProps, useTask } from './tasks-query.ts'

type Certificate = StationTaskState['security']['certificate']

/** The certificates of a station that were signed, and the requests for new ones: its own, and the one that it shows to cars. */
export function StationCertificate({ stationId, state }: TaskPanelProps) {
  const { certificate, signs, car_certificate, signs_for_cars } = state.security
  const shared = { stationId, online: state.online }
  return (
    <>
      <OneCertificate {...shared} texts="certificate" certificate={certificate} signs={signs} />
      <OneCertificate
        {...shared}
        texts="carCertificate"
        certificate={car_certificate}
        signs={signs_for_cars}
      />
    </>
  )
}

interface OneProps {
  stationId: string
  online: boolean
  texts: 'certificate' | 'carCertificate'
  certificate: Certificate
  signs: boolean
}

function OneCertificate({ stationId, online, texts, certificate, signs }: OneProps) {
  const { t } = useTranslation()
  const answer = useAnswer()
  const requesting = useTask(stationId)
  const forCars = texts === 'carCertificate'
  return (
    <>
      {certificate && (
        <p className={classes.fact}>
          {certificate.status === 'Accepted' ? (
            <>
              {t(`tasks.security.${texts}.valid`)} <When at={certificate.not_after} style="day" />
            </>
          ) : certificate.status === null ? (
            t(`tasks.security.${texts}.sent`)
          ) : (
            t(`tasks.security.${texts}.notTaken`, { status: answer(certificate.status) })
          )}
        </p>
      )}
      {signs && (
        <div className={classes.row}>
          <Button
            variant="default"
            disabled={!online || requesting.isPending}
            onClick={() =>
              requesting.mutate({ task: 'request_certificate', ...(forCars ? { for_cars: true } : {}) })
            }
          >
            {t(`tasks.security.${texts}.request`)}
          </Button>
        </div>
      )}
      <TaskOutcome task={requesting} />
    </>
  )
}
