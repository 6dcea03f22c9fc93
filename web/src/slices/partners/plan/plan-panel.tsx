import { Button } from '@mantine/core'
import { contract, type Plan, type Subscription } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { Money } from '../../../ui/figures/quantity.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Fact, Facts } from '../../../ui/frame/facts.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconCircle, IconCircleCheckFilled } from '../../../ui/pictures/icons.ts'
import classes from './plan.module.css'
import { PlanPicture } from './plan-picture.tsx'
import { usePlanChanged } from './plan-query.ts'
import { isDone, nextStep, planSteps } from './steps/steps.ts'

/** Which plan it is, what it costs and until when, and the way to Pro. */
export function PlanPanel({ managerId, plan }: { managerId: number; plan: Plan }) {
  const { t } = useTranslation()
  const { subscription } = plan
  const isPro = plan.plan === 'pro'
  return (
    <Panel title={t('plan.title')}>
      <div className={classes.head}>
        <PlanPicture pro={isPro} />
        <p className={classes.name}>{isPro ? 'Pro' : 'Free'}</p>
      </div>
      {subscription && isPro ? (
        <ProFacts managerId={managerId} subscription={subscription} />
      ) : (
        <div className={classes.form}>
          <p className={classes.note}>{t(subscription ? 'plan.pending' : 'plan.freeText')}</p>
          {plan.switched_off.length > 0 && (
            <p className={classes.note}>
              {t('plan.switchedOff', { count: plan.switched_off.length, ids: plan.switched_off.join(', ') })}
            </p>
          )}
          {!subscription && plan.station_count === 0 && (
            <p className={classes.note}>{t('plan.nothingToSellText')}</p>
          )}
          {!subscription && plan.station_count > 0 && (
            <div className={classes.row}>
              <Button component={Link} to={`/settings/payments/${nextStep(plan)}`}>
                {t('plan.upgrade')}
              </Button>
            </div>
          )}
          <ol className={classes.steps} aria-label={t('plan.checklist')}>
            {planSteps.map((step) => {
              const done = isDone(step, plan)
              const Mark = done ? IconCircleCheckFilled : IconCircle
              return (
                <li key={step} className={classes.check} data-done={done || undefined}>
                  <Mark size={20} stroke={1.5} role="img" aria-label={t(done ? 'plan.done' : 'plan.open')} />
                  {t(`plan.check.${step}`)}
                </li>
              )
            })}
          </ol>
        </div>
      )}
    </Panel>
  )
}

function ProFacts({ managerId, subscription }: { managerId: number; subscription: Subscription }) {
  const { t } = useTranslation()
  const format = useFormat()
  const changed = usePlanChanged()
  const [isConfirming, setConfirming] = useState(false)
  const change = useChange({
    mutationFn: (cancels: boolean, idempotency) =>
      request(contract.plan.change, { params: { id: managerId }, body: { cancels }, idempotency }),
    onSuccess: changed,
  })
  const { fee, frequency, next_frequency, quantity, current_period_end, cancels, credit, retried_at } =
    subscription
  return (
    <div className={classes.form}>
      <Facts>
        <Fact name={t('plan.fee')} strong>
          <Money minor={fee} unit /> {t(`plan.per.${frequency}`)}
        </Fact>
        <Fact name={t('plan.quantity')}>{format.number(quantity)}</Fact>
        <Fact name={t(cancels ? 'plan.endsOn' : 'plan.nextPayment')}>
          <When at={retried_at ?? current_period_end} style="day" />
        </Fact>
        {next_frequency !== frequency && (
          <Fact name={t('plan.afterwards')}>{t(`plan.frequency.${next_frequency}`)}</Fact>
        )}
        {credit > 0 && (
          <Fact name={t('plan.credit')}>
            <Money minor={credit} unit />
          </Fact>
        )}
      </Facts>
      {retried_at && <p className={classes.failure}>{t('plan.pastDue')}</p>}
      {change.isError && <FormError error={change.error} />}
      <div className={classes.row}>
        <Button component={Link} to="/settings/payments/subscription" variant="default">
          {t('plan.changeStations')}
        </Button>
        {cancels ? (
          <ChangeButton variant="default" loading={change.isPending} onClick={() => change.mutate(false)}>
            {t('plan.keep')}
          </ChangeButton>
        ) : (
          <ChangeButton variant="default" loading={change.isPending} onClick={() => setConfirming(true)}>
            {t('plan.cancel')}
          </ChangeButton>
        )}
      </div>
      <ConfirmDialog
        opened={isConfirming}
        title={t('plan.cancelTitle')}
        text={t('plan.cancelText')}
        action={t('plan.cancel')}
        back={t('plan.keep')}
        onConfirm={() => change.mutate(true)}
        onClose={() => setConfirming(false)}
      />
    </div>
  )
}
