import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SubscriberPanels } from '../../../slices/partners/plan/subscribers/subscriber-panels.tsx'
import { subscriberQuery } from '../../../slices/partners/plan/subscribers/subscriber-queries.ts'
import { nameOf } from '../../../slices/partners/plan/subscribers/subscribers-table.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from '../../frame/list-page.module.css'

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
