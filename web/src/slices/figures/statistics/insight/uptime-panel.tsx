import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../../i18n/format.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { StationsLink } from '../stations-link.tsx'
import { Share } from './figure.tsx'
import classes from './insight.module.css'
import { type InsightScope, useUptime } from './insight-queries.ts'

/** How much of their time stations could be used, how long repairs took, and which were down most; up to the end of yesterday. */
export function UptimePanel({ scope }: { scope: InsightScope }) {
  const { t } = useTranslation()
  const format = useFormat()
  const query = useUptime(scope)
  const { data } = query
  return (
    <Panel title={t('insight.uptime.title')}>
      {query.isError && !data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Skeleton height={120} />
      ) : (
        <>
          <Share value={data.share} before={data.previous} note={t('insight.uptime.until')} />
          <p>
            {data.repair_seconds === null
              ? t('insight.uptime.noRepair')
              : t('insight.uptime.repair', {
                  count: data.repairs,
                  n: format.number(data.repairs),
                  time: format.duration(data.repair_seconds),
                })}
            {data.repair_seconds_before !== null && (
              <span className={classes.before}>
                {' '}
                {t('insight.before', { n: format.duration(data.repair_seconds_before) })}
              </span>
            )}
          </p>
          {scope.stationId === undefined && (scope.locations ?? []).length < 2 && (
            <p className={classes.way}>
              <StationsLink search={{ down: 'true' }} locations={scope.locations}>
                {t('insight.uptime.downNow')}
              </StationsLink>
            </p>
          )}
          {data.worst.length > 0 && <Worst stations={data.worst} />}
        </>
      )}
    </Panel>
  )
}

type Stations = NonNullable<ReturnType<typeof useUptime>['data']>['worst']

/** The stations that were down most. */
function Worst({ stations }: { stations: Stations }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <h3 className={classes.subtitle}>{t('insight.uptime.worst')}</h3>
      <ol className={classes.bars}>
        {stations.map(({ station_id, station_number, location_name, share, down_seconds }) => (
          <li key={station_id}>
            <Link
              to="/charge-points/$stationId/timeline"
              params={{ stationId: station_id }}
              className={classes.place!}
            >
              <span className={classes.name}>
                {stationNumber(station_number)} <span className={classes.before}>{location_name}</span>
              </span>
              <span className={classes.before}>
                {t('insight.uptime.down', { time: format.duration(down_seconds) })}
              </span>
              <span className={classes.count}>{format.number(share * 100, 1)}&nbsp;%</span>
            </Link>
          </li>
        ))}
      </ol>
    </>
  )
}
