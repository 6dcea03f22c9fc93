import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { AttemptsPanel } from '../../../slices/operations/repairs/attempts-panel.tsx'
import { OutcomesPanel } from '../../../slices/operations/repairs/outcomes-panel.tsx'
import { RulesPanel } from '../../../slices/operations/repairs/rules-panel.tsx'
import { SwitchPanel } from '../../../slices/operations/repairs/switch-panel.tsx'
import { AlertsFrame } from './alerts-frame.tsx'

/** What mends itself, and the switch that stops it. */
export function RepairsPage() {
  const { t } = useTranslation()
  return (
    <AlertsFrame facts={t('repairs.intro')}>
      <SwitchPanel turns={useManager()?.role === 'administrator'} />
      <RulesPanel />
      <AttemptsPanel />
      <OutcomesPanel />
    </AlertsFrame>
  )
}
