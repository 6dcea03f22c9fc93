import { Button, Select, Skeleton } from '@mantine/core'
import { monthOf, previousMonth } from '@stationmaster/units'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { monthStart, today } from '../../../api/days.ts'
import { useManager } from '../../../api/session.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { MonthlyMailing } from '../../../slices/figures/reports/monthly-mailing.tsx'
import { monthlyQuery, useMonthlyDownload } from '../../../slices/figures/reports/monthly-queries.ts'
import { MonthlyView } from '../../../slices/figures/reports/monthly-view.tsx'
import { type Owner, OwnerPicker } from '../../../slices/places/locations/owner-picker.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconDownload } from '../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { NextStep } from '../../frame/next-step.tsx'
import classes from './monthly-report-page.module.css'

const route = getRouteApi('/app/monthly-reports')

/** Uptime is kept for a little longer than a year. */
const monthsBack = 13

/** How an owner's month went: managers see their own, administrators choose whose. */
export function MonthlyReportPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const manager = useManager()
  const navigate = route.useNavigate()
  const filters = route.useSearch()
  const present = monthOf(today())
  const { month = previousMonth(present) } = filters
  const administers = manager?.role === 'administrator'
  const ownerId = administers ? filters.owner : manager?.id
  const months = [present]
  // the list begins with the present month
  while (months.length < monthsBack) months.push(previousMonth(months.at(-1)!))
  if (!months.includes(month)) months.push(month)
  const change = (next: typeof filters) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('reports.monthly.title')}
        facts={t('reports.monthly.facts')}
        actions={
          <>
            {administers && <OwnerChoice id={ownerId} onChange={(owner) => change({ owner })} />}
            <Select
              aria-label={t('reports.monthly.month')}
              w={180}
              data={months.map((value) => ({ value, label: format.month(monthStart(value)) }))}
              value={month}
              onChange={(value) => value && change({ month: value })}
              allowDeselect={false}
            />
          </>
        }
      />
      {ownerId === undefined ? (
        <Panel title={t('reports.monthly.byLocation')}>
          <EmptyState drawing="search" title={t('reports.monthly.choose')} />
        </Panel>
      ) : (
        <Month key={`${ownerId} ${month}`} ownerId={ownerId} month={month} />
      )}
    </div>
  )
}

function OwnerChoice({ id, onChange }: { id: number | undefined; onChange: (id?: number) => void }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Owner | null>(null)
  const name = useQuery({ ...monthlyQuery(id ?? 0, monthOf(today())), enabled: id !== undefined && !chosen })
  const owner = chosen ?? (id !== undefined && name.data ? { id, label: name.data.owner_name } : null)
  return (
    <OwnerPicker
      quiet
      label={t('reports.monthly.owner')}
      owner={owner}
      onChange={(next) => {
        setChosen(next)
        onChange(next?.id)
      }}
    />
  )
}

function Month({ ownerId, month }: { ownerId: number; month: string }) {
  const { t } = useTranslation()
  const query = useQuery(monthlyQuery(ownerId, month))
  const download = useMonthlyDownload(ownerId, month)
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <div className={classes.acts}>
        <MonthlyMailing ownerId={ownerId} />
        {download.isError && <FormError error={download.error} />}
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('reports.monthly.download')}
        </Button>
      </div>
      {query.data ? (
        <>
          {query.data.running && <p className={classes.note}>{t('reports.monthly.running')}</p>}
          <MonthlyView report={query.data} emptyAction={<NextStep />} />
        </>
      ) : (
        <Panel title={t('reports.monthly.byLocation')}>
          <div className={classes.waiting} aria-busy="true">
            {['one', 'two', 'three', 'four'].map((bone) => (
              <Skeleton key={bone} height={12} width={bone === 'one' ? '30%' : '70%'} />
            ))}
          </div>
        </Panel>
      )}
    </>
  )
}
