import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'
import { AddEndpoint, type Made, ShownSecret } from '../../slices/operations/webhooks/endpoint-dialogs.tsx'
import { EndpointTable } from '../../slices/operations/webhooks/endpoint-table.tsx'
import { EndpointView } from '../../slices/operations/webhooks/endpoint-view.tsx'
import { endpointsQuery } from '../../slices/operations/webhooks/webhook-queries.ts'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { Panel } from '../../ui/frame/panel.tsx'
import { IconPlus } from '../../ui/pictures/icons.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import classes from '../frame/list-page.module.css'

const route = getRouteApi('/app/webhooks')

/** Addresses of other programs that hear what happens; one of them with all that it was sent. */
export function WebhooksPage() {
  const { t } = useTranslation()
  const { endpoint: id } = route.useSearch()
  const navigate = route.useNavigate()
  const role = useManager()?.role
  const query = useQuery(endpointsQuery)
  const [opened, setOpened] = useState<'adding' | Made | null>(null)
  const chosen = query.data?.find((one) => one.id === id)
  const show = (endpoint: number | undefined) => void navigate({ search: { endpoint } })
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setOpened('adding')}>
      {t('webhooks.add')}
    </Button>
  )
  if (chosen)
    return (
      <div className={classes.page}>
        <EndpointView key={chosen.id} endpoint={chosen} onBack={() => show(undefined)} />
      </div>
    )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('webhooks.title')}
        facts={t('webhooks.intro')}
        actions={query.data?.length !== 0 && add}
      />
      <Panel title={t('webhooks.list')} count={query.data?.length || undefined} flush>
        {query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <EndpointTable
            endpoints={query.data}
            ofAll={role === 'administrator'}
            onOpen={(one) => show(one.id)}
            empty={
              <EmptyState
                drawing="plug"
                title={t('webhooks.none')}
                text={t('webhooks.noneText')}
                action={add}
              />
            }
          />
        )}
      </Panel>
      <Adding opened={opened} onOpen={setOpened} />
    </div>
  )
}

interface AddingProps {
  opened: 'adding' | Made | null
  onOpen: (next: Made | null) => void
}

/** The dialog in which an address is added, and after it its secret. */
function Adding({ opened, onOpen }: AddingProps) {
  const client = useQueryClient()
  const onClose = () => onOpen(null)
  if (opened === null) return null
  if (opened !== 'adding') return <ShownSecret made={opened} onClose={onClose} />
  return (
    <AddEndpoint
      onMade={(made) => {
        onOpen(made)
        void client.invalidateQueries({ queryKey: endpointsQuery.queryKey })
      }}
      onClose={onClose}
    />
  )
}
