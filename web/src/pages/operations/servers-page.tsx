import { useTranslation } from 'react-i18next'
import { useServerList } from '../../slices/operations/servers/server-list.ts'
import { ServerTable } from '../../slices/operations/servers/server-table.tsx'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { Panel } from '../../ui/frame/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import classes from './servers-page.module.css'

/** The servers of the network, for administrators: stations held, delays, and what is wrong. */
export function ServersPage() {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useServerList()
  const facts = {
    up: data?.filter(({ state }) => state === 'up').length ?? 0,
    stations: data?.reduce((sum, { stations }) => sum + stations, 0) ?? 0,
  }
  const empty = <EmptyState drawing="calm" title={t('servers.none')} text={t('servers.noneText')} />
  return (
    <div className={classes.page}>
      <PageHeader title={t('servers.title')} facts={data?.length ? t('servers.facts', facts) : undefined} />
      {isError && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Panel title={t('servers.listed')} count={data?.length} flush>
          <ServerTable servers={data} empty={empty} />
        </Panel>
      )}
    </div>
  )
}
