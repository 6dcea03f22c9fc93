import type { FailureStage, OrderStatus } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './history-link.module.css'

/** The filter of the charging history on the dashboard. */
export interface HistorySearch {
  from: string
  to: string
  locations?: number[] | undefined
  station?: string | undefined
  status?: OrderStatus[] | undefined
  failed?: FailureStage[] | undefined
}

interface HistoryLinkProps {
  /** undefined for people who may not see sessions */
  search: HistorySearch | undefined
  children: ReactNode
}

/** A figure that opens the sessions behind it. */
export function HistoryLink({ search, children }: HistoryLinkProps) {
  const { t } = useTranslation()
  if (!search) return children
  return (
    <Link
      to="/dashboard"
      search={search}
      hash="history"
      className={classes.link!}
      title={t('dashboard.figures.open')}
    >
      {children}
    </Link>
  )
}
