import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CommandPanel } from '../../../slices/control/commands/command-panel.tsx'
import { schemasQuery } from '../../../slices/control/commands/form/schemas-query.ts'
import { actionsQuery } from '../../../slices/stations/journal/actions-query.ts'
import { HistoryPanel } from '../../../slices/stations/journal/history/history-panel.tsx'
import { stationQuery } from '../../../slices/stations/stations/details/station-query.ts'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from './console-page.module.css'

const route = getRouteApi('/app/charge-points/$stationId/console')

/** A station's history beside the form that sends it commands. */
export function ConsolePage() {
  const { t } = useTranslation()
  const { stationId } = route.useParams()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const station = useQuery(stationQuery(stationId)).data
  const protocol = station?.technical?.protocol ?? null
  const schemas = useQuery(schemasQuery(protocol))
  const actions = useQuery(actionsQuery).data ?? []
  return (
    <div className={classes.columns}>
      <HistoryPanel
        stationId={stationId}
        filters={filters}
        onFilter={(search) => void navigate({ search, replace: true })}
        known={[...actions, ...(schemas.data?.map(({ action }) => action) ?? [])]}
      />
      <div className={classes.side}>
        {schemas.error ? (
          <ErrorState error={schemas.error} onRetry={() => void schemas.refetch()} />
        ) : protocol === null ? (
          <Panel title={t('command.title')}>{t('command.neverSeen')}</Panel>
        ) : (
          <CommandPanel
            key={`${stationId} ${protocol}`}
            stationId={stationId}
            online={station?.online ?? false}
            schemas={schemas.data}
          />
        )}
      </div>
    </div>
  )
}
