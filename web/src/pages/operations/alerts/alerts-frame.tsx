import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import classes from '../../frame/list-page.module.css'

/** Head and tabs around the alerts of incidents, and around what mends itself. */
export function AlertsFrame({ facts, children }: { facts: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <PageHeader title={t('alerts.title')} facts={facts} />
      <Tabs label={t('alerts.tabs.label')}>
        <Link to="/alerts" activeOptions={{ exact: true }} replace>
          {t('alerts.tabs.alerts')}
        </Link>
        <Link to="/alerts/repairs" replace>
          {t('alerts.tabs.repairs')}
        </Link>
      </Tabs>
      {children}
    </div>
  )
}
