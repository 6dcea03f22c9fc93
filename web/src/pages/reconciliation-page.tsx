import { useTranslation } from 'react-i18next'
import { DaysPanel } from '../slices/reconciliation/days-panel.tsx'
import { DifferencesPanel } from '../slices/reconciliation/differences-panel.tsx'
import { RemittancesPanel } from '../slices/reconciliation/remittances-panel.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import classes from './contracts-page.module.css'

/** What the payment provider and the ledger tell, day by day, and what differs; for administrators. */
export function ReconciliationPage() {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <PageHeader title={t('reconciliation.page')} facts={t('reconciliation.facts')} />
      <DifferencesPanel />
      <DaysPanel />
      <RemittancesPanel />
    </div>
  )
}
