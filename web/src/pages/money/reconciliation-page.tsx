import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'
import { DaysPanel } from '../../slices/money/reconciliation/days-panel.tsx'
import { DifferencesPanel } from '../../slices/money/reconciliation/differences-panel.tsx'
import { RemittancesPanel } from '../../slices/money/reconciliation/remittances-panel.tsx'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import classes from './contracts-page.module.css'

/** What the payment provider and the ledger tell, day by day, and what differs; for administrators, and for accounters to read. */
export function ReconciliationPage() {
  const { t } = useTranslation()
  const manager = useManager()
  const acts = manager?.role === 'administrator'
  // the accounts at providers and banks are the network's
  const seesNetwork = acts || manager?.owner_id === null
  return (
    <div className={classes.page}>
      <PageHeader title={t('reconciliation.page')} facts={t('reconciliation.facts')} />
      <DifferencesPanel />
      {seesNetwork && (
        <>
          <DaysPanel acts={acts} />
          <RemittancesPanel acts={acts} />
        </>
      )}
    </div>
  )
}
