import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { settledYear, today } from '../../../api/days.ts'
import { useManager } from '../../../api/session.ts'
import { statementsQuery } from '../../../slices/partners/settlement/statement-queries.ts'
import { StatementTable } from '../../../slices/partners/settlement/statement-table.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { NextStep } from '../../frame/next-step.tsx'
import classes from './settlement-page.module.css'

const route = getRouteApi('/app/settlements')

/** Years back from the present one that can be chosen (domain.md#payments-and-reports). */
const yearsBack = 5

/** Months of owners and how far each is; managers see their own issued ones. */
export function SettlementsPage() {
  const { t } = useTranslation()
  const navigate = route.useNavigate()
  const manager = useManager()
  /** whose months they are: of all owners, one's own, or those of the owner that one works for */
  const scope = manager?.role === 'manager' ? 'own' : manager?.owner_id == null ? 'all' : 'owner'
  const present = Number(today().slice(0, 4))
  const usual = settledYear()
  const { year = usual } = route.useSearch()
  const query = useQuery(statementsQuery(year))
  const show = (next: number) =>
    void navigate({ search: { year: next === usual ? undefined : next }, replace: true })
  const years = Array.from({ length: yearsBack + 1 }, (_, back) => String(present - back))
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('settlement.title')}
        facts={t(scope === 'own' ? 'settlement.factsOwn' : 'settlement.facts')}
        actions={
          <Select
            aria-label={t('settlement.year')}
            w={110}
            data={years}
            value={String(year)}
            onChange={(value) => value && show(Number(value))}
            allowDeselect={false}
          />
        }
      />
      <Panel title={t('settlement.list')} count={query.data?.length} flush>
        {query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <StatementTable
            rows={query.data}
            namesOwners={scope !== 'own'}
            emptyAction={
              year !== usual ? (
                <Button variant="default" size="xs" onClick={() => show(usual)}>
                  {t('common.reset')}
                </Button>
              ) : (
                <NextStep />
              )
            }
          />
        )}
      </Panel>
    </div>
  )
}
