import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { Tabs } from '../../../ui/frame/tabs.tsx'

/** The lists about drivers: themselves, the groups of their cards, the companies that pay for them, and cards that nobody knows. */
export function OfficeTabs() {
  const { t } = useTranslation()
  const administers = useManager()?.role === 'administrator'
  return (
    <Tabs label={t('drivers.tabs')}>
      <Link to="/drivers" activeOptions={{ exact: true }}>
        {t('drivers.title')}
      </Link>
      <Link to="/tag-groups">{t('drivers.groups.title')}</Link>
      <Link to="/fleets" activeOptions={{ exact: true }}>
        {t('drivers.fleets.title')}
      </Link>
      {administers && <Link to="/unknown-tags">{t('drivers.unknown.title')}</Link>}
    </Tabs>
  )
}
