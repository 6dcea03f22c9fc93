import { Skeleton } from '@mantine/core'
import type { InsightPlace } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Energy, Money } from '../../../../ui/figures/quantity.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import classes from './insight.module.css'
import { type InsightScope, usePlaces } from './insight-queries.ts'

/** The locations that did best and worst: by revenue, and for those who see no money by energy. */
export function PlacesPanel({ scope, seesMoney }: { scope: InsightScope; seesMoney: boolean }) {
  const { t } = useTranslation()
  const query = usePlaces(scope)
  const { data } = query
  return (
    <Panel title={t('insight.places.title')} count={data?.total}>
      {query.isError && !data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Skeleton height={220} />
      ) : data.total === 0 ? (
        <p className={classes.quiet}>{t('insight.places.none')}</p>
      ) : (
        <>
          <Places title={t('insight.places.best')} places={data.best} scope={scope} seesMoney={seesMoney} />
          {data.worst.length > 0 && (
            <Places
              title={t('insight.places.worst')}
              places={data.worst}
              scope={scope}
              seesMoney={seesMoney}
            />
          )}
        </>
      )}
    </Panel>
  )
}

interface PlacesProps {
  title: string
  places: InsightPlace[]
  scope: InsightScope
  seesMoney: boolean
}

function Places({ title, places, scope: { from, to }, seesMoney }: PlacesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <h3 className={classes.subtitle}>{title}</h3>
      <ol className={classes.bars}>
        {places.map(({ location_id, location_name, revenue, energy, attempts, failed }) => (
          <li key={location_id}>
            <Link
              to="/dashboard"
              search={{ from, to, locations: [location_id] }}
              hash="history"
              className={classes.place!}
            >
              <span className={classes.name}>{location_name}</span>
              <span className={classes.before}>
                {attempts > 0 &&
                  t('insight.places.rate', { n: format.number(((attempts - failed) / attempts) * 100, 1) })}
              </span>
              <span className={classes.count}>
                {seesMoney ? <Money minor={revenue} unit /> : <Energy wh={energy} unit />}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </>
  )
}
