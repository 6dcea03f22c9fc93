import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header.tsx'

/** What the network does now and did lately. */
export function DashboardPage() {
  const { t } = useTranslation()
  return <PageHeader title={t('dashboard.title')} />
}
