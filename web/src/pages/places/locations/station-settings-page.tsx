import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../../api/calls/api-error.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { StationPassword } from '../../../slices/stations/stations/adding/station-password.tsx'
import { StationSkeleton } from '../../../slices/stations/stations/details/picture/station-skeleton.tsx'
import { stationQuery } from '../../../slices/stations/stations/details/station-query.ts'
import { SettingsForm } from '../../../slices/stations/stations/settings/settings-form.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from './station-settings-page.module.css'

const route = getRouteApi('/app/locations/$locationId/stations/$stationId/settings')

/** The settings of one station of a location. */
export function StationSettingsPage() {
  const { t } = useTranslation()
  const { locationId, stationId } = route.useParams()
  const navigate = route.useNavigate()
  const query = useQuery(stationQuery(stationId))
  const [opened, setOpened] = useState(query.data)
  const [attempt, setAttempt] = useState(0)
  if (query.data && !opened) setOpened(query.data)
  const back = () => void navigate({ to: '/locations/$locationId/stations', params: { locationId } })
  const reload = async () => {
    const { data } = await query.refetch()
    setOpened(data)
    setAttempt(attempt + 1)
  }
  const station = query.data
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('stations.settings.title', { number: station ? stationNumber(station.number) : '' })}
        facts={station ? `${station.location_name} · ${station.id}` : ' '}
        backTo="/charge-points"
        onBack={back}
      />
      {station && opened ? (
        <>
          <SettingsForm
            key={attempt}
            station={opened}
            current={station}
            onDone={back}
            onReload={() => void reload()}
          />
          <Panel title={t('stations.settings.password')}>
            <div className={classes.password}>
              <StationPassword stationId={stationId} />
            </div>
          </Panel>
        </>
      ) : query.error ? (
        codeOf(query.error) === 'station.not_found' ? (
          <EmptyState
            drawing="search"
            title={t('station.missing')}
            action={
              <Button variant="default" component={Link} to="/charge-points">
                {t('station.toList')}
              </Button>
            }
          />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <StationSkeleton />
      )}
    </div>
  )
}
