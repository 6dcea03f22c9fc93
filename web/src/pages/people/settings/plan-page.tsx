import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { InvoicesPanel } from '../../../slices/partners/plan/invoices-panel.tsx'
import { PaymentDetails } from '../../../slices/partners/plan/payment-details.tsx'
import { PlanPanel } from '../../../slices/partners/plan/plan-panel.tsx'
import { planQuery } from '../../../slices/partners/plan/plan-query.ts'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import layout from './settings-page.module.css'

/** "My plan": what an owner pays for the product with, and for what (plan.md). */
export function PlanPage() {
  const { t } = useTranslation()
  const manager = useManager()
  if (!manager) return null
  return (
    <div className={layout.page}>
      <PageHeader title={t('plan.title')} backTo="/settings/profile" />
      {manager.role === 'manager' ? (
        <OwnPlan managerId={manager.id} />
      ) : (
        <EmptyState drawing="calm" title={t('plan.notYours')} text={t('plan.notYoursText')} />
      )}
    </div>
  )
}

function OwnPlan({ managerId }: { managerId: number }) {
  const { t } = useTranslation()
  const { data: plan, error, refetch } = useQuery(planQuery(managerId))
  if (error && !plan) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!plan) return <Skeleton height={260} radius={8} />
  if (plan.plan === null) return <EmptyState drawing="calm" title={t('plan.off')} text={t('plan.offText')} />
  return (
    <div className={layout.columns}>
      <PlanPanel managerId={managerId} plan={plan} />
      <div className={layout.side}>
        <PaymentDetails plan={plan} />
        <InvoicesPanel managerId={managerId} />
      </div>
    </div>
  )
}
