import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { admissionQuery } from './admission-query.ts'
import { AdmissionSteps, Payout } from './admission-steps.tsx'
import classes from './owners.module.css'

/** What an owner still has to do, and waits for, before anything is sold at what they have added. */
export function OwnAdmission({ ownerId, email }: { ownerId: number; email: ReactNode }) {
  const { t } = useTranslation()
  const query = useQuery(admissionQuery(ownerId))
  return (
    <Panel title={t('owners.title')}>
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <p className={classes.intro}>{t('owners.intro')}</p>
          {query.data ? (
            <AdmissionSteps
              ownerId={ownerId}
              admission={query.data}
              email={email}
              admit={t('owners.admit.later', { count: query.data.hold_days })}
              isOwner
            />
          ) : (
            <Skeleton height={88} />
          )}
        </>
      )}
    </Panel>
  )
}

/** The user's payout details, once they are required. */
export function OwnPayout({ ownerId }: { ownerId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const admission = useQuery(admissionQuery(ownerId)).data
  if (!admission || (!admission.needed && admission.admitted_at === null && admission.payout === null))
    return null
  const { held_until: day } = admission
  return (
    <Panel title={t('owners.step.payout')}>
      <div className={classes.payout}>
        <Payout ownerId={ownerId} admission={admission} />
        {day && t('owners.held', { day: format.when(new Date(`${day}T12:00:00Z`), 'day', 'UTC') })}
      </div>
    </Panel>
  )
}
