import { Button, Progress, Skeleton } from '@mantine/core'
import type { Plan } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import classes from '../../../slices/partners/plan/plan.module.css'
import { ownStationsQuery, planQuery, usePlanChanged } from '../../../slices/partners/plan/plan-query.ts'
import { BankForm } from '../../../slices/partners/plan/steps/bank-form.tsx'
import { BusinessForm } from '../../../slices/partners/plan/steps/business-form.tsx'
import { PlanCardForm } from '../../../slices/partners/plan/steps/card-form.tsx'
import { type PlanStep, planSteps } from '../../../slices/partners/plan/steps/steps.ts'
import { SubscriptionForm } from '../../../slices/partners/plan/steps/subscription-form.tsx'
import { StationPicture } from '../../../slices/stations/stations/details/picture/station-picture.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import layout from './settings-page.module.css'

interface StepProps {
  managerId: number
  onDone: () => void
}

interface StepFrameProps {
  step: PlanStep
  render: (props: StepProps) => ReactNode
}

/** A step for owners, once it is known whether they are on the way to a plan or change the one they have. */
function Step({ step, render }: StepFrameProps) {
  const { t } = useTranslation()
  const manager = useManager()
  const {
    data: plan,
    error,
    refetch,
  } = useQuery({ ...planQuery(manager?.id ?? 0), enabled: manager !== null })
  if (manager?.role !== 'manager') return <Navigate to="/settings/payments" />
  if (!plan) {
    return (
      <div className={`${layout.page} ${classes.step}`}>
        <PageHeader title={t(`plan.steps.${step}`)} backTo="/settings/payments" />
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={260} radius={8} />
        )}
      </div>
    )
  }
  return <StepFrame step={step} render={render} plan={plan} managerId={manager.id} />
}

/** The frame of a step, with the progress and the next step. A person with a plan changes only this step and goes back. */
function StepFrame({ step, render, plan, managerId }: StepFrameProps & { plan: Plan; managerId: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const changed = usePlanChanged()
  const index = planSteps.indexOf(step)
  const isOnTheWay = plan.subscription === null
  const next = isOnTheWay ? planSteps[index + 1] : undefined
  const onDone = () =>
    void changed().then(() => navigate({ to: next ? `/settings/payments/${next}` : '/settings/payments' }))
  const title = t(!isOnTheWay && step === 'subscription' ? 'plan.changeStations' : `plan.steps.${step}`)
  if (isOnTheWay && plan.station_count === 0)
    return (
      <div className={`${layout.page} ${classes.step}`}>
        <PageHeader title={title} backTo="/settings/payments" />
        <EmptyState
          drawing="plug"
          title={t('plan.nothingToSell')}
          text={t('plan.nothingToSellText')}
          action={<FirstStepsLink />}
        />
      </div>
    )
  return (
    <div className={`${layout.page} ${step === 'subscription' ? '' : classes.step}`}>
      <PageHeader
        title={title}
        {...(isOnTheWay ? { facts: t('plan.stepOf', { step: index + 1, count: planSteps.length }) } : {})}
        backTo="/settings/payments"
      />
      {isOnTheWay && (
        <Progress value={(index / planSteps.length) * 100} aria-label={t('plan.progress')} size="sm" />
      )}
      {render({ managerId, onDone })}
    </div>
  )
}

/** To what comes before a plan: a location, and a station at it. */
function FirstStepsLink() {
  const { t } = useTranslation()
  return (
    <Button component={Link} to="/dashboard" variant="default">
      {t('dashboard.start.title')}
    </Button>
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
        managerId={managerId}
        onDone={onDone}
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
