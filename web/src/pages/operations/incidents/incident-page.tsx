import { Skeleton } from '@mantine/core'
import type { IncidentView } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { IncidentAbout } from '../../../slices/operations/incidents/incident-about.tsx'
import { IncidentActions } from '../../../slices/operations/incidents/incident-actions.tsx'
import { IncidentMembers } from '../../../slices/operations/incidents/incident-members.tsx'
import { incidentQuery } from '../../../slices/operations/incidents/incident-queries.ts'
import { IncidentTimeline } from '../../../slices/operations/incidents/incident-timeline.tsx'
import { useIncidentWords } from '../../../slices/operations/incidents/use-incident-words.ts'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import page from '../../frame/list-page.module.css'
import classes from './incident-page.module.css'

const route = getRouteApi('/app/incidents/$incidentId')

/** One incident: its likely cause and the evidence, what it costs, what happened, and what may be done. */
export function IncidentPage() {
  const { t } = useTranslation()
  const query = useQuery(incidentQuery(Number(route.useParams().incidentId)))
  if (query.data) return <Shown key={query.data.id} incident={query.data} />
  return (
    <div className={page.page}>
      <PageHeader title={t('incidents.one')} backTo="/incidents" />
      <Panel title={t('incidents.about')}>
        {query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height={160} />
        )}
      </Panel>
    </div>
  )
}

function Shown({ incident }: { incident: IncidentView }) {
  const { t } = useTranslation()
  const { titleOf } = useIncidentWords()
  return (
    <div className={page.page}>
      <PageHeader
        title={titleOf(incident)}
        facts={t('incidents.number', { id: incident.id })}
        backTo="/incidents"
        actions={incident.can.some((act) => act !== 'comment') && <IncidentActions incident={incident} />}
      />
      <div className={classes.columns}>
        <div className={classes.main}>
          <IncidentAbout incident={incident} />
          <IncidentMembers id={incident.id} kind={incident.kind} />
        </div>
        <IncidentTimeline incident={incident} />
      </div>
    </div>
  )
}
