import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SubscriberPanels } from '../../slices/plan/subscriber-panels.tsx'
import { subscriberQuery } from '../../slices/plan/subscriber-queries.ts'
import { nameOf } from '../../slices/plan/subscribers-table.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import classes from '../list-page.module.css'

const route = getRouteApi('/app/subscribers/$managerId')

/** One subscriber: how the plan stands, its charges and its history. */
export function SubscriberPage() {
  const { t } = useTranslation()
  const query = useQuery(subscriberQuery(Number(route.useParams().managerId)))
  return (
    <div className={classes.page}>
      <PageHeader title={query.data ? nameOf(query.data) : t('plan.subscribers.one')} backTo="/subscribers" />
      {query.data ? (
        <SubscriberPanels subscriber={query.data} />
      ) : (
        <Panel title={t('plan.subscribers.about')}>
          {query.isError ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton height={96} />
          )}
        </Panel>
      )}
    </div>
  )
}
