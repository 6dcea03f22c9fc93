import { Button, Select, Skeleton } from '@mantine/core'
import { accounterModes, type ReportMode, reportModes } from '@stationmaster/contract'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, today } from '../../../api/days.ts'
import { useManager } from '../../../api/session.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { PaymentTable } from '../../../slices/figures/reports/payment-table.tsx'
import {
  type ReportRange,
  rangeQueryOf,
  usePaymentGroups,
  useReport,
} from '../../../slices/figures/reports/report-queries.ts'
import { ReportTable } from '../../../slices/figures/reports/report-table.tsx'
import { SchedulePanel, SendMeThis } from '../../../slices/figures/reports/schedule-panel.tsx'
import { LocationPicker } from '../../../slices/places/locations/list/location-picker.tsx'
import { DateRange } from '../../../ui/dates/date-range.tsx'
import { DownloadMenu } from '../../../ui/download/download-menu.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Help } from '../../../ui/words/help.tsx'
import { AccountsLinks } from '../../frame/accounts-links.tsx'
import { NextStep } from '../../frame/next-step.tsx'
import type { ReportFilters } from './filters.ts'
import classes from './reports-page.module.css'

/** The last month unless other days are chosen (domain.md#screens). */
const periodDays = 30

const route = getRouteApi('/app/statistics-reports')

/** Payment statistics as a table and as reports to download, for accountants and administrators. */
export function ReportsPage() {
  const { t } = useTranslation()
  const manager = useManager()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const modes = manager?.role === 'administrator' ? reportModes : accounterModes
  const mode = modes.find((one) => one === filters.mode)
  const from = filters.from ?? addDays(today(), -periodDays)
  const to = filters.to ?? today()
  const range: ReportRange = { from, to, locations: filters.locations }
  const change = (next: ReportFilters) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })
  const view = {
    range,
    reset: <Reset filters={filters} onReset={change} />,
  }
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('reports.title')}
        facts={t('reports.facts')}
        actions={
          <>
            <AccountsLinks />
            <LocationPicker chosen={filters.locations} onChange={(locations) => change({ locations })} />
          </>
        }
      />
      <Panel
        title={t(`reports.modes.${mode ?? 'payments'}`)}
        flush
        actions={<Actions mode={mode} range={range} />}
        filters={
          <>
            <DateRange from={from} to={to} onChange={(first, last) => change({ from: first, to: last })} />
            <Select
              aria-label={t('reports.mode')}
              data={['payments' as const, ...modes].map((value) => ({
                value,
                label: t(`reports.modes.${value}`),
              }))}
              value={mode ?? 'payments'}
              allowDeselect={false}
              onChange={(value) => change({ mode: modes.find((one) => one === value) })}
            />
          </>
        }
      >
        {mode ? <OneReport mode={mode} {...view} /> : <Payments {...view} />}
        <p className={classes.foot}>{t('reports.note')}</p>
      </Panel>
      <SchedulePanel />
    </div>
  )
}

interface ActionsProps {
  mode: ReportMode | undefined
  range: ReportRange
}

/** What the words mean, and the report as a mail or a file. */
function Actions({ mode, range }: ActionsProps) {
  const isAdministrator = useManager()?.role === 'administrator'
  // what is sent of the payments; accounters have no report by days
  const sentMode = mode ?? (isAdministrator ? 'day' : undefined)
  return (
    <>
      <Help term={['captured', 'compensation', 'toBeCompensated']} />
      {sentMode && <SendMeThis mode={sentMode} locations={range.locations} />}
      <DownloadMenu
        key={mode}
        report={
          mode
            ? { what: 'report', mode, ...rangeQueryOf(range) }
            : { what: 'payments', ...rangeQueryOf(range) }
        }
      />
    </>
  )
}

interface ResetProps {
  filters: ReportFilters
  onReset: (next: ReportFilters) => void
}

/** Removes the filters if there are any, else leads to another page. */
function Reset({ filters, onReset }: ResetProps) {
  const { t } = useTranslation()
  if (!filters.from && !filters.locations) return <NextStep />
  return (
    <Button
      variant="default"
      size="xs"
      onClick={() => onReset({ from: undefined, to: undefined, locations: undefined })}
    >
      {t('common.reset')}
    </Button>
  )
}

interface ViewProps {
  range: ReportRange
  /** removes the filters if there are any, else leads to another page */
  reset: ReactNode
}

function Payments({ range, reset }: ViewProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { query, groups, total, count } = usePaymentGroups(range, true)
  if (query.isError && !groups) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!groups) return <Waiting />
  if (groups.length === 0)
    return (
      <EmptyState drawing="search" title={t('reports.empty')} text={t('reports.emptyText')} action={reset} />
    )
  return (
    <div className={classes.table} data-stale={query.isPlaceholderData || undefined}>
      <PaymentTable groups={groups} total={total} query={query} />
      <p className={classes.foot}>
        {t('common.shownOf', { shown: format.number(groups.length), total: format.number(count ?? 0) })}
      </p>
    </div>
  )
}

function OneReport({ mode, range, reset }: ViewProps & { mode: ReportMode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { query, report } = useReport(mode, range, format.language)
  if (query.isError && !report) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!report) return <Waiting />
  if (report.rows.length === 0)
    return (
      <EmptyState drawing="search" title={t('reports.empty')} text={t('reports.emptyText')} action={reset} />
    )
  return (
    <div className={classes.table} data-stale={query.isPlaceholderData || undefined}>
      <ReportTable report={report} query={query} />
      <p className={classes.foot}>
        {t('common.shownOf', {
          shown: format.number(report.rows.length),
          total: format.number(report.total_count),
        })}
      </p>
    </div>
  )
}

function Waiting() {
  return (
    <div className={classes.waiting} aria-busy="true">
      {['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map((bone) => (
        <Skeleton key={bone} height={12} width={bone === 'one' ? '25%' : '60%'} />
      ))}
    </div>
  )
}
