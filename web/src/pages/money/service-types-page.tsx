import { useTranslation } from 'react-i18next'
import { TypesPanel } from '../../slices/money/services/types-panel.tsx'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import classes from './contracts-page.module.css'

/** What locations may sell beside charging; for administrators. */
export function ServiceTypesPage() {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <PageHeader title={t('services.types.title')} facts={t('services.types.facts')} />
      <TypesPanel />
    </div>
  )
}
