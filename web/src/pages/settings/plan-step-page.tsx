import { Progress, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'
import { BankForm } from '../../slices/plan/bank-form.tsx'
import { BusinessForm } from '../../slices/plan/business-form.tsx'
import { PlanCardForm } from '../../slices/plan/card-form.tsx'
import classes from '../../slices/plan/plan.module.css'
import { ownStationsQuery, planQuery, usePlanChanged } from '../../slices/plan/plan-query.ts'
import { type PlanStep, planSteps } from '../../slices/plan/steps.ts'
import { SubscriptionForm } from '../../slices/plan/subscription-form.tsx'
import { StationPicture } from '../../slices/stations/details/station-picture.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import layout from './settings-page.module.css'

interface StepProps {
  managerId: number
  onDone: () => void
}

/** The frame of a step: how far it is, and where it goes on. */
function Step({ step, render }: { step: PlanStep; render: (props: StepProps) => ReactNode }) {
  const { t } = useTranslation()
  const manager = useManager()
  const navigate = useNavigate()
  const changed = usePlanChanged()
  if (manager?.role !== 'manager') return <Navigate to="/settings/payments" />
  const index = planSteps.indexOf(step)
  const next = planSteps[index + 1]
  const onDone = () =>
    void changed().then(() => navigate({ to: next ? `/settings/payments/${next}` : '/settings/payments' }))
  return (
    <div className={`${layout.page} ${step === 'subscription' ? '' : classes.step}`}>
      <PageHeader
        title={t(`plan.steps.${step}`)}
        facts={t('plan.stepOf', { step: index + 1, count: planSteps.length })}
        backTo="/settings/payments"
      />
      <Progress value={(index / planSteps.length) * 100} aria-label={t('plan.progress')} size="sm" />
      {render({ managerId: manager.id, onDone })}
    </div>
  )
}

/** Step 1: the card. */
export function PlanMethodPage() {
  const { t } = useTranslation()
  return (
    <Step
      step="method"
      render={({ onDone }) => (
        <Panel title={t('plan.cardName')}>
          <PlanCardForm onDone={onDone} />
        </Panel>
      )}
    />
  )
}

/** Step 2: who sells. */
export function PlanAccountPage() {
  const { t } = useTranslation()
  return (
    <Step
      step="account"
      render={(props) => (
        <Panel title={t('plan.business.title')}>
          <BusinessForm {...props} />
        </Panel>
      )}
    />
  )
}

/** Step 3: where payouts go. */
export function PlanBankPage() {
  const { t } = useTranslation()
  return (
    <Step
      step="bank"
      render={(props) => (
        <Panel title={t('plan.bank')}>
          <BankForm {...props} />
        </Panel>
      )}
    />
  )
}

/** Step 4: how often, and which stations. */
export function PlanSubscriptionPage() {
  return <Step step="subscription" render={(props) => <Stations {...props} />} />
}

function Stations({ managerId, onDone }: StepProps) {
  const navigate = useNavigate()
  const plan = useQuery(planQuery(managerId))
  const places = useQuery(ownStationsQuery(managerId))
  const error = plan.error ?? places.error
  if (plan.data && places.data)
    return (
      <SubscriptionForm
        {...{ managerId, onDone }}
        plan={plan.data}
        places={places.data}
        renderPicture={({ image, evses }) => (
          <StationPicture image={image} cables={evses.flatMap(({ connectors }) => connectors).length} />
        )}
        onLater={() => void navigate({ to: '/settings/payments' })}
      />
    )
  return error ? (
    <ErrorState error={error} onRetry={() => void places.refetch()} />
  ) : (
    <Skeleton height={260} radius={8} />
  )
}
