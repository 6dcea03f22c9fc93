import { Skeleton } from '@mantine/core'
import type { Statement } from '@stationmaster/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { monthStart } from '../../../api/days.ts'
import { useManager } from '../../../api/session.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { StatementActions } from '../../../slices/partners/settlement/statement-actions.tsx'
import { previewQuery, statementQuery } from '../../../slices/partners/settlement/statement-queries.ts'
import { StatementStatus } from '../../../slices/partners/settlement/statement-status.tsx'
import { StatementView } from '../../../slices/partners/settlement/statement-view.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from './settlement-page.module.css'

const issuedRoute = getRouteApi('/app/settlements/$statementId')
const openRoute = getRouteApi('/app/settlements/open/$ownerId/$month')

/** An issued statement. */
export function StatementPage() {
  const { statementId } = issuedRoute.useParams()
  return <StatementScreen query={useQuery(statementQuery(Number(statementId)))} />
}

/** A month as it would be issued now. */
export function OpenMonthPage() {
  const { ownerId, month } = openRoute.useParams()
  return <StatementScreen query={useQuery(previewQuery(Number(ownerId), month))} />
}

function StatementScreen({ query }: { query: UseQueryResult<Statement> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const opensOrders = useManager()?.role !== 'manager'
  const statement = query.data
  if (!statement) return <Waiting query={query} />
  const { number, month, owner_name, waits_for, held_until } = statement
  const monthText = format.month(monthStart(month))
  return (
    <div className={classes.page}>
      <PageHeader
        title={number === null ? monthText : t('settlement.number', { number })}
        facts={
          <span className={classes.facts}>
            {[owner_name, number !== null && monthText].filter(Boolean).join(' · ')}
            <StatementStatus row={statement} />
          </span>
        }
        actions={
          <StatementActions
            statement={statement}
            onIssued={(id) =>
              void navigate({
                to: '/settlements/$statementId',
                params: { statementId: String(id) },
                replace: true,
              })
            }
          />
        }
        backTo="/settlements"
      />
      {number === null && (
        <p className={classes.note}>
          {[t('settlement.preview'), waits_for && t(`settlement.waits.${waits_for}`)]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
      {held_until && (
        <p className={classes.note}>
          {t('settlement.held', {
            owner: owner_name,
            day: format.when(new Date(`${held_until}T12:00:00Z`), 'day', 'UTC'),
          })}
        </p>
      )}
      <StatementView statement={statement} opensOrders={opensOrders} />
    </div>
  )
}

/** Before the statement is there, or where it could not be loaded. */
function Waiting({ query }: { query: UseQueryResult<Statement> }) {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <PageHeader title={t('settlement.title')} backTo="/settlements" />
      <Panel title={t('settlement.due.title')}>
        {query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <div className={classes.waiting} aria-busy="true">
            {['one', 'two', 'three', 'four'].map((bone) => (
              <Skeleton key={bone} height={12} width={bone === 'one' ? '30%' : '70%'} />
            ))}
          </div>
        )}
      </Panel>
    </div>
  )
}
