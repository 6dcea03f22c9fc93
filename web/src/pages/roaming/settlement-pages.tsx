import { Button, Select, Skeleton } from '@mantine/core'
import type { PartnerSettlement } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../api/calls/api-error.ts'
import { monthStart, settledYear, today } from '../../api/days.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { DifferencesPanel } from '../../slices/roaming/roaming-sessions/differences-panel.tsx'
import { ListPanel } from '../../slices/roaming/roaming-sessions/list-panel.tsx'
import { MonthsTable } from '../../slices/roaming/roaming-sessions/months-table.tsx'
import { SettlementActions } from '../../slices/roaming/roaming-sessions/settlement-actions.tsx'
import { monthQuery, monthsQuery } from '../../slices/roaming/roaming-sessions/settlement-queries.ts'
import { SettlementState } from '../../slices/roaming/roaming-sessions/settlement-state.tsx'
import settlements from '../../slices/roaming/roaming-sessions/settlements.module.css'
import { TotalsPanel } from '../../slices/roaming/roaming-sessions/totals-panel.tsx'
import { When } from '../../ui/dates/when.tsx'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { Panel } from '../../ui/frame/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import classes from '../frame/list-page.module.css'
import { PartnerFrame } from './partner-frame.tsx'

const monthsRoute = getRouteApi('/app/roaming/$partnerId/settlements')
const monthRoute = getRouteApi('/app/roaming/$partnerId/settlements/$month')

/** Years back from the present one that can be chosen (domain.md#payments-and-reports). */
const yearsBack = 5

/** Months of a partner and how far each is. */
export function PartnerMonthsPage() {
  const { t } = useTranslation()
  const navigate = monthsRoute.useNavigate()
  const { partnerId } = monthsRoute.useParams()
  const present = Number(today().slice(0, 4))
  const { year: chosen } = monthsRoute.useSearch()
  // a partner of this January has no December
  const settled = useQuery({
    ...monthsQuery(Number(partnerId), settledYear()),
    enabled: chosen === undefined,
  })
  const usual = settled.data?.length === 0 ? present : settledYear()
  const year = chosen ?? usual
  const query = useQuery(monthsQuery(Number(partnerId), year))
  const show = (next: number) =>
    void navigate({ search: { year: next === usual ? undefined : next }, replace: true })
  return (
    <PartnerFrame partnerId={partnerId}>
      {() => (
        <Panel
          title={t('comparison.months')}
          count={query.data?.length}
          flush
          actions={
            <Select
              aria-label={t('settlement.year')}
              size="xs"
              w={96}
              data={Array.from({ length: yearsBack + 1 }, (_, back) => String(present - back))}
              value={String(year)}
              onChange={(value) => value && show(Number(value))}
              allowDeselect={false}
            />
          }
        >
          {query.isError && !query.data ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <MonthsTable
              partnerId={partnerId}
              rows={query.data}
              emptyAction={
                year !== usual && (
                  <Button variant="default" size="xs" onClick={() => show(usual)}>
                    {t('common.reset')}
                  </Button>
                )
              }
            />
          )}
        </Panel>
      )}
    </PartnerFrame>
  )
}

/** A month of a partner: what both sides have, and where they differ. */
export function PartnerMonthPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { partnerId, month } = monthRoute.useParams()
  const query = useQuery(monthQuery(Number(partnerId), month))
  const settlement = query.data
  if (query.isError && !settlement)
    return <Failed error={query.error} onRetry={() => void query.refetch()} partnerId={partnerId} />
  return (
    <div className={classes.page}>
      <PageHeader
        title={settlement ? format.month(monthStart(month)) : t('comparison.title')}
        facts={
          settlement ? (
            <span className={settlements.facts}>
              {settlement.partner_name}
              <SettlementState of={settlement} />
            </span>
          ) : (
            ' '
          )
        }
        actions={settlement && <SettlementActions settlement={settlement} />}
        backTo="/roaming"
      />
      {settlement ? (
        <>
          <Notes settlement={settlement} />
          <div className={settlements.columns}>
            <TotalsPanel settlement={settlement} />
            <ListPanel settlement={settlement} />
          </div>
          <DifferencesPanel settlement={settlement} />
        </>
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  )
}

/** That the month is not over, or who has agreed with it. */
function Notes({
  settlement: { running, agreed_at: at, agreed_by: by, note },
}: {
  settlement: PartnerSettlement
}) {
  const { t } = useTranslation()
  if (running) return <p className={settlements.about}>{t('comparison.runs')}</p>
  if (!at) return null
  return (
    <p className={settlements.about}>
      {t('comparison.agreed')} <When at={at} style="full" />
      {by && `, ${by}`}
      {note && `: ${note}`}
    </p>
  )
}

function Failed({ error, onRetry, partnerId }: { error: Error; onRetry: () => void; partnerId: string }) {
  const { t } = useTranslation()
  const code = codeOf(error)
  if (code !== 'roaming.partner_not_found' && code !== 'request.invalid')
    return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState
      drawing="search"
      title={t('comparison.gone')}
      wholePage
      action={
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/roaming/$partnerId/settlements" params={{ partnerId }} />
          )}
        >
          {t('comparison.toMonths')}
        </Button>
      }
    />
  )
}
