import { useTranslation } from 'react-i18next'
import { PageHeader } from '../ui/page-header.tsx'

/** Every station that the manager may see. */
export function StationListPage() {
  const { t } = useTranslation()
  return <PageHeader title={t('stations.title')} />
}
