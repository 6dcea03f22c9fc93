import { Button } from '@mantine/core'
import type { Station } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../../api/calls/api-error.ts'
import { useManager } from '../../../api/session.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { LabelsButton } from '../../../slices/public/labels/labels-button.tsx'
import { StationSkeleton } from '../../../slices/stations/stations/details/picture/station-skeleton.tsx'
import { Refusal } from '../../../slices/stations/stations/details/remote-control.tsx'
import { ResetButton, useReset } from '../../../slices/stations/stations/details/reset-button.tsx'
import { stationQuery } from '../../../slices/stations/stations/details/station-query.ts'
import { StationMenu } from '../../../slices/stations/stations/menu/station-menu.tsx'
import { HoldNotice } from '../../../slices/stations/stations/out-of-use/hold-notice.tsx'
import { MaintenanceNotice } from '../../../slices/stations/stations/out-of-use/maintenance-notice.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { CommandAnswer } from '../../../ui/states/command-answer.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from './station-frame.module.css'

const route = getRouteApi('/app/charge-points/$stationId')

/** The id of the station whose frame surrounds the caller. */
export const useStationId = (): string => route.useParams().stationId

/** Head and tabs of a station around the screen of one of its parts; the part is shown once the station is known. */
export function StationFrame() {
  const { t } = useTranslation()
  const stationId = useStationId()
  const query = useQuery(stationQuery(stationId))
  const reset = useReset(stationId)
  const station = query.data
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('station.title', { number: station ? stationNumber(station.number) : '' })}
        facts={station ? factsOf(station) : ' '}
        actions={
          station && (
            <>
              <LabelsButton selection={{ of: 'stations', ids: [station.id] }} />
              {station.can.reset && <ResetButton station={station} reset={reset} />}
              <StationMenu station={station} />
            </>
          )
        }
        backTo="/charge-points"
      />
      {station && <HoldNotice station={station} />}
      {station && <MaintenanceNotice station={station} />}
      {reset.isSuccess && (
        <CommandAnswer good onClose={reset.reset}>
          {reset.data === 'Accepted' ? t('station.answer.accepted') : reset.data}
        </CommandAnswer>
      )}
      {reset.isError && <Refusal error={reset.error} onClose={reset.reset} />}
      {query.error && !station ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <StationTabs stationId={stationId} />
          <Holds />
          {station ? <Outlet /> : <StationSkeleton />}
        </>
      )}
    </div>
  )
}

const factsOf = ({ location_city, location_street, location_name, vendor_name, model }: Station) =>
  [
    [location_city, location_street].filter(Boolean).join(', ') || location_name,
    `${vendor_name} ${model}`,
  ].join(' · ')

const explained = ['information', 'controllers', 'description'] as const

/** The content of the shown tab, if its name does not say it. */
function Holds() {
  const { t } = useTranslation()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const tab = explained.find((one) => path.endsWith(`/${one}`))
  return tab ? <p className={classes.holds}>{t(`station.holds.${tab}`)}</p> : null
}

/** Only administrators see console, logs and description (domain.md#roles-and-scope). */
function StationTabs({ stationId }: { stationId: string }) {
  const { t } = useTranslation()
  const administrator = useManager()?.role === 'administrator'
  const params = { stationId }
  return (
    <Tabs label={t('station.tab.label')}>
      <Link to="/charge-points/$stationId/information" params={params} replace>
        {t('station.tab.information')}
      </Link>
      <Link to="/charge-points/$stationId/controllers" params={params} replace>
        {t('station.tab.controllers')}
      </Link>
      <Link to="/charge-points/$stationId/timeline" params={params} replace>
        {t('station.tab.timeline')}
      </Link>
      <Link to="/charge-points/$stationId/insight" params={params} replace>
        {t('station.tab.insight')}
      </Link>
      {administrator && (
        <>
          <Link to="/charge-points/$stationId/commands" params={params} replace>
            {t('station.tab.commands')}
          </Link>
          <Link to="/charge-points/$stationId/console" params={params} replace>
            {t('station.tab.console')}
          </Link>
          <Link to="/charge-points/$stationId/logs/{-$connectorId}" params={params} replace>
            {t('station.tab.logs')}
          </Link>
          <Link to="/charge-points/$stationId/description" params={params} replace>
            {t('station.tab.description')}
          </Link>
        </>
      )}
    </Tabs>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  if (codeOf(error) !== 'station.not_found') return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState
      drawing="search"
      title={t('station.missing')}
      action={
        <Button variant="default" component={Link} to="/charge-points">
          {t('station.toList')}
        </Button>
      }
    />
  )
}
