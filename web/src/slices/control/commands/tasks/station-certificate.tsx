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
  const { certificate, signs, car_certificate, car_certificate_20: of20 } = state.security
  const { signs_for_cars: signs2, signs_for_cars_20: signs20 } = state.security
  const shared = { stationId, online: state.online }
  return (
    <>
      <OneCertificate {...shared} texts="certificate" certificate={certificate} signs={signs} />
      <OneCertificate {...shared} texts="carCertificate" certificate={car_certificate} signs={signs2} />
      <OneCertificate {...shared} texts="carCertificate20" certificate={of20} signs={signs20} />
    </>
  )
}

/** What is requested, by the texts about it. */
const requests = {
  certificate: {},
  carCertificate: { for_cars: true },
  carCertificate20: { for_cars: true, part: 20 },
} as const

interface OneProps {
  stationId: string
  online: boolean
  texts: keyof typeof requests
  certificate: Certificate
  signs: boolean
}

function OneCertificate({ stationId, online, texts, certificate, signs }: OneProps) {
  const { t } = useTranslation()
  const answer = useAnswer()
  const requesting = useTask(stationId)
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
            onClick={() => requesting.mutate({ task: 'request_certificate', ...requests[texts] })}
          >
            {t(`tasks.security.${texts}.request`)}
          </Button>
        </div>
      )}
      <TaskOutcome task={requesting} />
    </>
  )
}
