import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { Tabs } from '../../ui/frame/tabs.tsx'
import classes from '../frame/list-page.module.css'

interface RoamingFrameProps {
  facts?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** Head and tabs of roaming around the screen of one of its parts: partners, and what they are shown; accounters see partners only. */
export function RoamingFrame({ facts, actions, children }: RoamingFrameProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <PageHeader title={t('roaming.title')} facts={facts} actions={actions} />
      {useManager()?.role === 'administrator' && (
        <Tabs label={t('publishing.tabs.label')}>
          <Link to="/roaming" activeOptions={{ exact: true }} replace>
            {t('publishing.tabs.partners')}
          </Link>
          <Link to="/roaming/locations" replace>
            {t('publishing.tabs.locations')}
          </Link>
          <Link to="/roaming/tariffs" replace>
            {t('publishing.tabs.tariffs')}
          </Link>
        </Tabs>
      )}
      {children}
    </div>
  )
}
