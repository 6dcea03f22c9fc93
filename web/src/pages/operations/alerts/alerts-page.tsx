import { useTranslation } from 'react-i18next'
import { BrowserPanel } from '../../../slices/operations/alerts/channels/browser-panel.tsx'
import { ChannelsPanel } from '../../../slices/operations/alerts/channels/channels-panel.tsx'
import { RulesPanel } from '../../../slices/operations/alerts/rules/rules-panel.tsx'
import { AlertsFrame } from './alerts-frame.tsx'

/** Who hears of incidents, and how. */
export function AlertsPage() {
  const { t } = useTranslation()
  return (
    <AlertsFrame facts={t('alerts.intro')}>
      <RulesPanel />
      <ChannelsPanel />
      <BrowserPanel />
    </AlertsFrame>
  )
}
